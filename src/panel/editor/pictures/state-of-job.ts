import type { EditorTranslate } from '../editor-words.ts'
import { type PictureJob, reasonOf } from './picture-jobs.ts'

/** The state of a picture that is being stored, as a text. */
export function stateOfJob(t: EditorTranslate, { state, progress, error }: PictureJob): string {
  if (state === 'failed') return t(`failed_${reasonOf(error)}`)
  if (state === 'waiting') return t('job_waiting')
  return progress === null ? t('job_running') : t('job_progress', { percent: Math.round(progress * 100) })
}
