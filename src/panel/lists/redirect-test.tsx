import { type FormEvent, useState } from 'react'
import { ApiProblem } from '../../client/api-problem.ts'
import type { RedirectTrace } from '../../client/index.ts'
import { useApi } from '../app/api/api.ts'
import { Button, Link } from '../app/design/button.tsx'
import { TextField } from '../app/design/fields.tsx'
import { Icon } from '../app/design/icon.tsx'
import { useProblemMessage } from '../app/design/problem-message.ts'
import { useFormat } from '../app/design/use-format.ts'
import { useWords } from '../app/words/words-context.tsx'
import { readable } from '../records/readable-address.ts'

/** "Where does this path lead?": follows the redirects as a visitor would. */
export function RedirectTest() {
  const t = useWords('lists')
  const api = useApi()
  const problemMessage = useProblemMessage()
  const [path, setPath] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [trace, setTrace] = useState<RedirectTrace | null>(null)
  const [isPending, setPending] = useState(false)

  async function test(event: FormEvent) {
    event.preventDefault()
    setPending(true)
    setTrace(null)
    setError(null)
    try {
      setTrace(await api.admin.resolveRedirect(path.trim()))
    } catch (problem) {
      const isInvalid = problem instanceof ApiProblem && problem.status === 422
      setError(isInvalid ? t('redirect_path_invalid') : problemMessage(problem).message)
    }
    setPending(false)
  }

  return (
    <section className="card redirect-test" aria-labelledby="redirect-test">
      <h2 id="redirect-test">{t('redirect_test_title')}</h2>
      <form className="redirect-form" onSubmit={(event) => void test(event)} noValidate>
        <TextField
          label={t('redirect_path')}
          value={path}
          onChange={setPath}
          error={error}
          dir="ltr"
          placeholder="/old-page"
        />
        <Button type="submit" isPending={isPending}>
          {t('redirect_test')}
        </Button>
      </form>
      <div role="status">{trace && <Trace trace={trace} />}</div>
    </section>
  )
}

const TONES: Record<RedirectTrace['end'], string> = {
  page: 'notice-good',
  path: '',
  external: '',
  missing: 'notice-warning',
  endless: 'notice-danger',
}

function Trace({ trace }: { trace: RedirectTrace }) {
  const t = useWords('lists')
  const { formatNumber } = useFormat()
  const { hops, location, end, path } = trace
  return (
    <div className={`notice ${TONES[end]}`}>
      <Icon name={end === 'page' ? 'check' : end === 'external' ? 'external' : 'info'} />
      <div className="notice-text">
        {hops.length === 0 && <p>{t('redirect_stays')}</p>}
        <ol className="redirect-hops">
          {hops.map(({ id, from, location: to, status }) => (
            <li key={from}>
              <bdi dir="ltr">{readable(from)}</bdi>
              <Icon name="chevron-end" size={14} />
              <bdi dir="ltr">{readable(to)}</bdi>
              <span className="muted">({formatNumber(status, { useGrouping: false })})</span>
              {id !== null && <Link href={`/redirects/${id}`}>{t('open')}</Link>}
            </li>
          ))}
        </ol>
        <p>
          {t('redirect_result')} <strong dir="ltr">{readable(hops.length > 0 ? location : path)}</strong>
        </p>
        <p className="muted">{t(`redirect_end_${end}`)}</p>
      </div>
    </div>
  )
}
