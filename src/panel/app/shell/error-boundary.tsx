import { Component, type ReactNode } from 'react'
import { ApiProblem } from '../../../client/api-problem.ts'
import { reloadPage } from '../api/session-fetch.ts'
import { Button } from '../design/plain-button.tsx'
import { useProblemMessage } from '../design/problem-message.ts'
import { useReady } from '../design/use-ready.ts'
import { useWords } from '../words/words-context.tsx'

type Props = { children: ReactNode; resetKey?: string }
type State = { error: unknown }

/** Shows the error screen in place of a part that failed; a new `resetKey` tries again. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { error }
  }

  override componentDidUpdate(previous: Props) {
    if (previous.resetKey !== this.props.resetKey && this.state.error !== null) this.setState({ error: null })
  }

  override render() {
    const { error } = this.state
    return error === null ? this.props.children : <ErrorScreen error={error} onRetry={this.retry} />
  }

  // A browser does not ask again for a script that it could not load. Where the page cannot be had either, the error is said again.
  private retry = async () => {
    if (!(this.state.error instanceof ApiProblem)) await reloadPage()
    this.setState({ error: null })
  }
}

function ErrorScreen({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useWords('sign_in')
  const { message, requestId } = useProblemMessage()(error)
  useReady()
  return (
    <div className="error-screen" role="alert">
      <h1>{t('error_title')}</h1>
      <p>{message}</p>
      {requestId && (
        <p className="muted">
          {t('request_id')} <code dir="ltr">{requestId}</code>
        </p>
      )}
      <div className="error-actions">
        <Button look="primary" onPress={onRetry}>
          {t('retry')}
        </Button>
        <Button onPress={() => location.reload()}>{t('reload')}</Button>
      </div>
    </div>
  )
}
