import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useLocation } from 'wouter'
import type { ListedRelease } from '../../../client/index.ts'
import { createRelease, listReleases, type ReleaseState as State } from '../../app/api/release-api.ts'
import { Button, Link } from '../../app/design/button.tsx'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { Pagination } from '../../app/design/pagination.tsx'
import { PlainTable } from '../../app/design/plain-table.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Select } from '../../app/design/select.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { useAddressState } from '../../app/design/use-address-state.ts'
import { useFormat } from '../../app/design/use-format.ts'
import { useReady } from '../../app/design/use-ready.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { ReleaseNameDialog } from './release-name-dialog.tsx'
import { ReleaseScreen } from './release-screen.tsx'
import { ReleaseState, useReleaseTime } from './release-state.tsx'

const PER_PAGE = 20
const ALL = 'all'
const STATES: readonly State[] = ['open', 'published', 'undone']

/** All releases, or the one with this id. */
export const ReleasesScreen = ({ title, id }: { title: string; id: string }) =>
  id === '' ? <ReleaseList title={title} /> : <ReleaseScreen title={title} id={id} />

/** The last created first; state and page stand in the address. */
function ReleaseList({ title }: { title: string }) {
  const t = useWords('releases')
  const queries = useQueryClient()
  const [, navigate] = useLocation()
  const [{ page, values }, change] = useAddressState(['state'])
  const [isCreating, setCreating] = useState(false)
  const state = STATES.find((name) => name === values.state)
  const query = { ...(state && { state }), page, per_page: PER_PAGE }
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['releases', query],
    queryFn: () => listReleases(query),
  })
  useReady(!isPending)
  const create = (
    <Button look="primary" icon="plus" onPress={() => setCreating(true)}>
      {t('new_release')}
    </Button>
  )
  return (
    <>
      <PageHeader title={title} description={t('releases_text')} actions={create} />
      <div className="stack">
        <div className="filter-row">
          <Select
            label={t('state')}
            value={state ?? ALL}
            options={[
              { id: ALL, label: t('everything') },
              ...STATES.map((id) => ({ id, label: t(`state_${id}`) })),
            ]}
            onChange={(id) => change({ state: id === ALL ? '' : id })}
          />
        </div>
        {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
        {isPending && <Waiting />}
        {data?.total === 0 && (
          <EmptyState icon="calendar" title={t(state ? 'no_matches' : 'no_releases')}>
            {!state && t('no_releases_text')}
          </EmptyState>
        )}
        {data && data.total > 0 && (
          <>
            <ReleaseTable label={title} releases={data.items} />
            <Pagination
              page={page}
              perPage={PER_PAGE}
              total={data.total}
              shown={data.items.length}
              sizes={[PER_PAGE]}
              change={({ page: next = 1 }) => change({ page: next })}
            />
          </>
        )}
      </div>
      {isCreating && (
        <ReleaseNameDialog
          title={t('new_release')}
          action={t('create')}
          onName={async (name) => {
            const { id } = await createRelease({ name })
            await queries.invalidateQueries({ queryKey: ['releases'] })
            navigate(`/releases/${id}`)
          }}
          onClose={() => setCreating(false)}
        />
      )}
    </>
  )
}

function ReleaseTable({ label, releases }: { label: string; releases: readonly ListedRelease[] }) {
  const t = useWords('releases')
  const { formatNumber } = useFormat()
  const timeOf = useReleaseTime()
  return (
    <PlainTable label={label} columns={[t('name'), t('state'), t('when'), { number: t('drafts') }, t('who')]}>
      {releases.map((release) => (
        <tr key={release.id}>
          <th scope="row" className="plain-name">
            <Link href={`/releases/${release.id}`}>
              <bdi>{release.name}</bdi>
            </Link>
          </th>
          <td data-label={t('state')}>
            <ReleaseState release={release} />
          </td>
          <td data-label={t('when')}>{timeOf(release) ?? t('no_time')}</td>
          <td className="number" data-label={t('drafts')}>
            {formatNumber(release.item_count)}
          </td>
          <td data-label={t('who')}>
            <bdi>{release.published_by ?? release.created_by}</bdi>
          </td>
        </tr>
      ))}
    </PlainTable>
  )
}
