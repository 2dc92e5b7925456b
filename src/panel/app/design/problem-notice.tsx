import { useWords } from '../words/words-context.tsx'
import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { useProblemMessage } from './problem-message.ts'

type ProblemNoticeProps = { error: unknown; onRetry?: () => void }

/** A failed request inside a screen, with the request id to name in a report. */
export function ProblemNotice({ error, onRetry }: ProblemNoticeProps) {
  const t = useWords('sign_in')
  const { message, requestId } = useProblemMessage()(error)
  return (
    <div className="notice notice-danger" role="alert">
      <Icon name="warning" />
      <div className="notice-text">
        <p>{message}</p>
        {requestId && (
          <p className="notice-detail">
            {t('request_id')} <code dir="ltr">{requestId}</code>
          </p>
        )}
      </div>
      {onRetry && <Button onPress={onRetry}>{t('retry')}</Button>}
    </div>
  )
}
