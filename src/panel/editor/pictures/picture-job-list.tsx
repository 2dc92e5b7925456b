import type { Editor } from '@tiptap/core'
import { useSyncExternalStore } from 'react'
import { Button } from '../../app/design/button.tsx'
import { Spinner } from '../../app/design/spinner.tsx'
import { useEditorWords, useToolWords } from '../editor-words.ts'
import { linkInstead } from './link-instead.ts'
import { removePictures } from './picture-commands.ts'
import type { PictureJob, PictureJobs } from './picture-jobs.ts'
import { stateOfJob } from './state-of-job.ts'

/** The uploads and imports that have not ended well, and the choice for each that failed. */
export function PictureJobList({ editor, jobs }: { editor: Editor; jobs: PictureJobs }) {
  const t = useEditorWords()
  const tools = useToolWords()
  const list = useSyncExternalStore(jobs.subscribe, jobs.list)
  return (
    <ul className="picture-jobs" aria-label={tools('jobs')}>
      {list.map((job) => (
        <li key={job.src} data-state={job.state}>
          {job.state === 'running' && <Spinner />}
          <bdi className="picture-job-name">{job.name}</bdi>
          <span className="picture-job-state" role={job.state === 'failed' ? 'alert' : undefined}>
            {stateOfJob(t, job)}
          </span>
          <Choices
            job={job}
            jobs={jobs}
            onLink={() => linkInstead(editor, job.src)}
            onRemove={() => removePictures(editor, job.src)}
          />
        </li>
      ))}
    </ul>
  )
}

type ChoicesProps = { job: PictureJob; jobs: PictureJobs; onLink: () => void; onRemove: () => void }

function Choices({ job: { src, kind, name, state }, jobs, onLink, onRemove }: ChoicesProps) {
  const t = useEditorWords()
  const tools = useToolWords()
  const isFailed = state === 'failed'
  return (
    <span className="picture-job-choices">
      {isFailed && (
        <Button size="small" aria-label={tools('job_retry', { name })} onPress={() => jobs.retry(src)}>
          {t('retry')}
        </Button>
      )}
      {isFailed && kind === 'import' && (
        <Button size="small" aria-label={tools('job_keep', { name })} onPress={onLink}>
          {tools('keep')}
        </Button>
      )}
      <Button
        size="small"
        look="quiet"
        aria-label={tools(isFailed ? 'job_remove' : 'job_cancel', { name })}
        onPress={onRemove}
      >
        {t(isFailed ? 'remove' : 'cancel')}
      </Button>
    </span>
  )
}
