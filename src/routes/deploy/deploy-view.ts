import type { Deploy } from '../../deploy/deploy-history.ts'

const time = (milliseconds: number | null) =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()

/** What a caller sees of a deploy; the log comes with a single one only. */
export const presentDeploy = (deploy: Deploy) => ({
  id: deploy.id,
  delivery_id: deploy.delivery,
  commit: deploy.commit_id,
  state: deploy.state,
  step: deploy.state === 'deployed' ? null : deploy.step,
  error: deploy.error,
  rollback: deploy.rollback && { state: deploy.rollback, commit: deploy.previous_commit },
  created_at: time(deploy.created_at),
  started_at: time(deploy.started_at),
  finished_at: time(deploy.finished_at),
})
