import { useQuery } from '@tanstack/react-query'
import { Button } from '../../app/design/button.tsx'
import { Card, Fact } from '../../app/design/card.tsx'
import { Chip } from '../../app/design/chip.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Spinner } from '../../app/design/spinner.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useReady } from '../../app/design/use-ready.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { configQuery, figuresQuery, integrityQuery, readinessQuery } from './readiness.ts'

const PARTS = ['database', 'object_store', 'identity_provider'] as const

/** Whether the service and its parts work, which version runs, and whether the audit trail is intact. */
export function StatusScreen({ title }: { title: string }) {
  const words = useWords('status')
  const readiness = useQuery(readinessQuery)
  useReady(!readiness.isPending)
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <Button isPending={readiness.isFetching} onPress={() => void readiness.refetch()}>
            {words('check_again')}
          </Button>
        }
      />
      <div className="status-cards">
        <Card title={words('parts')}>
          {readiness.error && <ProblemNotice error={readiness.error} />}
          {readiness.data && (
            <>
              <dl className="facts">
                {PARTS.map((part) => (
                  <Fact key={part} name={words(part)}>
                    <Chip tone={readiness.data.checks[part] ? 'good' : 'danger'}>
                      {words(readiness.data.checks[part] ? 'works' : 'fails')}
                    </Chip>
                  </Fact>
                ))}
              </dl>
              <p className="muted small">{words('answered_in', { count: readiness.data.milliseconds })}</p>
            </>
          )}
        </Card>
        <FiguresCard />
        <TrailCard />
      </div>
    </>
  )
}

function FiguresCard() {
  const words = useWords('status')
  const { language } = useLanguage()
  const { formatInstant, formatNumber, formatSize } = useFormat()
  const { data: config } = useQuery(configQuery)
  const { data: figures, isPending, error } = useQuery(figuresQuery)
  const names = new Intl.DisplayNames([language], { type: 'language' })
  return (
    <Card title={words('figures')}>
      <dl className="facts">
        {config && (
          <>
            <Fact name={words('version')}>
              {config.commit === 'unknown' ? (
                words('version_unknown')
              ) : (
                <code dir="ltr">{config.commit.slice(0, 12)}</code>
              )}
            </Fact>
            <Fact name={words('languages')}>
              {config.languages.map((tag) => names.of(tag) ?? tag).join(language === 'fa' ? '، ' : ', ')}
            </Fact>
          </>
        )}
        {figures?.startedAt && <Fact name={words('running_since')}>{formatInstant(figures.startedAt)}</Fact>}
        {figures?.memory && <Fact name={words('memory')}>{formatSize(figures.memory)}</Fact>}
        {figures && (
          <>
            <Fact name={words('requests')}>{formatNumber(figures.requests)}</Fact>
            <Fact name={words('failures')}>{formatNumber(figures.failures)}</Fact>
          </>
        )}
      </dl>
      {isPending && <Spinner />}
      {(figures === null || error) && <p className="muted">{words('figures_hidden')}</p>}
    </Card>
  )
}

function TrailCard() {
  const words = useWords('status')
  const { data, error, isPending } = useQuery(integrityQuery)
  return (
    <Card title={words('trail')}>
      {isPending && <Spinner />}
      {error && <ProblemNotice error={error} />}
      {data && (
        <p className={data.ok ? '' : 'state-bad'}>
          {data.ok
            ? words('trail_intact', { count: data.rows })
            : words('trail_broken', { id: data.first_broken ?? 0 })}
        </p>
      )}
    </Card>
  )
}
