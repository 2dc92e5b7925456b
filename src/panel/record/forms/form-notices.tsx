import { Button as RacButton } from 'react-aria-components'
import { ApiProblem } from '../../../client/api-problem.ts'
import type { AnyRecord } from '../../app/api/record-api.ts'
import { Button } from '../../app/design/button.tsx'
import { Icon } from '../../app/design/icon.tsx'
import { Notice } from '../../app/design/notice.tsx'
import { useProblemMessage } from '../../app/design/problem-message.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import type { FormModel } from '../../records/form-model.ts'
import { useFieldLabel } from '../../records/use-field-label.ts'
import { useReviewSteps } from '../discussion/review-steps.tsx'
import type { Saving } from '../saving/use-saving.ts'
import type { FormErrors } from '../state/field-errors.ts'
import { isLive } from '../state/form-state.ts'
import type { FormValues } from '../state/use-form-values.ts'

type FormNoticesProps = { form: FormValues; saving: Saving; latest: AnyRecord | null; isReadOnly: boolean }

/** Notices above the fields: why they cannot be changed, a failed save, changes by others. */
export function FormNotices({ form, saving, latest, isReadOnly }: FormNoticesProps) {
  const t = useWords('forms')
  const notices = useWords('notices')
  const { dirty, state, resource } = form
  const { problem, queue } = saving
  const version = Number(state.loaded.version ?? 0)
  const steps = useReviewSteps(async () => {
    if (isLive(state.loaded)) form.dispatch({ type: 'drafting' })
    return saving.save()
  })
  const isBehind = latest !== null && version > 0 && latest.version > version
  const saveAsNew = resource.actions.includes('create') && (
    <Button size="small" onPress={() => void saving.saveAsNew()}>
      {notices('save_as_new')}
    </Button>
  )
  return (
    <>
      {isReadOnly && <Notice icon="info">{notices('read_only')}</Notice>}
      {isBehind && dirty.length > 0 && queue.running === null && (
        <Notice
          icon="warning"
          tone="warning"
          action={
            <Button size="small" onPress={() => void saving.merging.compare(latest)}>
              {notices('compare')}
            </Button>
          }
        >
          {notices('others_changed')}
        </Notice>
      )}
      {problem?.kind === 'deleted' && (
        <Notice icon="warning" tone="danger" action={saveAsNew}>
          {t('deleted_meanwhile')}
        </Notice>
      )}
      {problem?.kind === 'failed' && (
        <FailedSave
          error={problem.error}
          onRetry={() => void saving.save(problem.extra)}
          onAsk={() => void steps.begin('request')}
        />
      )}
      {steps.dialog}
    </>
  )
}

type FailedSaveProps = {
  error: unknown
  onRetry: () => void
  /** Asks for the review without which nothing is published. */
  onAsk: () => void
}

function FailedSave({ error, onRetry, onAsk }: FailedSaveProps) {
  const t = useWords('forms')
  const discussion = useWords('discussion')
  const notices = useWords('notices')
  const { message, requestId } = useProblemMessage()(error)
  const needsReview = error instanceof ApiProblem && error.code === 'review_required'
  const retry = (
    <Button size="small" onPress={needsReview ? onAsk : onRetry}>
      {needsReview ? discussion('action_request') : notices('save_again')}
    </Button>
  )
  return (
    <Notice icon="warning" tone="danger" action={retry}>
      <p>
        {t('not_saved')} {message}
      </p>
      {requestId && (
        <p className="notice-detail">
          {t('request_id')} <code dir="ltr">{requestId}</code>
        </p>
      )}
    </Notice>
  )
}

type ErrorSummaryProps = { model: FormModel; errors: FormErrors; onShow: (name: string) => void }

/** The fields that the service refused, each with the way to it. */
export function ErrorSummary({ model, errors, onShow }: ErrorSummaryProps) {
  const t = useWords('forms')
  const notices = useWords('notices')
  const { language } = useLanguage()
  const labelOf = useFieldLabel()
  const { byField, general } = errors
  if (byField.size === 0 && general.length === 0) return null
  return (
    <section className="notice notice-danger error-summary" aria-label={notices('error_summary')}>
      <Icon name="warning" />
      <div className="notice-text">
        {byField.size > 0 && <p>{t('errors_found', { count: byField.size })}</p>}
        <ul className="error-links">
          {[...byField.keys()].map((name) => (
            <li key={name}>
              <RacButton className="link link-button" onPress={() => onShow(name)}>
                {labelOf(model.fields.find((field) => field.name === name)!)}
              </RacButton>
            </li>
          ))}
          {general.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {language === 'en' ? `${path} ${message}`.trim() : t('error_invalid')}
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
