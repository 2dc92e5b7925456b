import type { Deploy } from '../../operations/deploy/deploy-record.ts'

const toIsoTime = (milliseconds: number | null) =>
  milliseconds === null ? null : new Date(milliseconds).toISOString()

/** JSON representation of a deploy in lists; a single deploy also has its `log`. */
export const presentDeploy = (deploy: Deploy) => ({
  id: deploy.id,
  delivery_id: deploy.delivery,
  commit: deploy.commit_id,
  state: deploy.state,
  step: deploy.state === 'deployed' ? null : deploy.step,
  error: deploy.error,
  rollback: deploy.rollback && { state: deploy.rollback, commit: deploy.previous_commit },
  created_at: toIsoTime(deploy.created_at),
  started_at: toIsoTime(deploy.started_at),
  finished_at: toIsoTime(deploy.finished_at),
})
