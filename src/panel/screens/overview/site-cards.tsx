import { useQuery } from '@tanstack/react-query'
import type { ContentSchema, ResourceDescription } from '../../../client/index.ts'
import { useApi, useSchema } from '../../app/api/api.ts'
import { Link, LinkButton } from '../../app/design/button.tsx'
import { Icon } from '../../app/design/icon.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useActorName } from '../../app/words/use-actor-name.ts'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { labelOf } from '../../records/record-names.ts'
import { readinessQuery } from '../status/readiness.ts'
import { CardList, QueryCard } from './card.tsx'

const SHOWN = 8
/** Field names in one line of a change. */
const SHOWN_FIELDS = 3

export function MessagesCard() {
  const t = useWords('overview')
  const api = useApi()
  const { formatRelative } = useFormat()
  const params = { read: false, spam: false, page: 1, per_page: 5 }
  const query = useQuery({
    queryKey: ['records', 'messages', params],
    queryFn: () => api.admin.messages.list(params),
  })
  return (
    <QueryCard
      title={t('unread')}
      query={query}
      action={
        <LinkButton href="/messages" size="small">
          {t('all_messages')}
        </LinkButton>
      }
    >
      {({ items }) => (
        <CardList empty={t('unread_none')}>
          {items.map(({ id, name, subject, created_at }) => (
            <li key={id}>
              <Link href="/messages">{name}</Link>
              <span className="card-detail">{subject ?? t('no_subject')}</span>
              <span className="muted small">{formatRelative(created_at)}</span>
            </li>
          ))}
        </CardList>
      )}
    </QueryCard>
  )
}

export function ChangesCard() {
  const t = useWords('overview')
  const api = useApi()
  const label = useLabel()
  const { resources } = useSchema()
  const actorName = useActorName()
  const { formatRelative, formatInstant } = useFormat()
  const query = useQuery({
    queryKey: ['changes', SHOWN],
    queryFn: () => api.admin.changes({ page: 1, per_page: SHOWN }),
  })
  type Change = NonNullable<typeof query.data>['items'][number]

  function describe(change: Change) {
    const { resource: name, version, fields } = change
    const actor = actorName(change)
    const resource = resources.find((other) => other.name === name)
    const one = resource ? label(resource.label) : name
    if (version === 1) return t('created', { actor, resource: one })
    // A record that came back from the trash has the fields that it had.
    if (fields.length === 0) return t('brought_back', { actor, resource: one })
    const names = fields.map((field) => {
      const found = resource?.fields.find((other) => other.name === field)
      return found ? label(found.label) : field
    })
    // Both languages of a field have the same label.
    const unique = [...new Set(names)]
    const shown = unique.slice(0, SHOWN_FIELDS).join(t('comma'))
    const more = unique.length - SHOWN_FIELDS
    const text = more > 0 ? t('more_fields', { fields: shown, count: more }) : shown
    return t('changed', { actor, resource: one, fields: text })
  }
  return (
    <QueryCard title={t('changes')} query={query} isWide>
      {({ items }) => (
        <CardList empty={t('changes_none')}>
          {items.map((change) => (
            <li key={change.id}>
              <Link href={hrefOf(change)}>
                {labelOf({ ...change, id: change.record_id }, { resources, label })}
              </Link>
              <span className="card-detail">{describe(change)}</span>
              <time
                className="muted small"
                dateTime={change.created_at}
                title={formatInstant(change.created_at, 'long')}
              >
                {formatRelative(change.created_at)}
              </time>
            </li>
          ))}
        </CardList>
      )}
    </QueryCard>
  )

  function hrefOf({ resource: name, record_id }: Change) {
    const isSingleton = resources.find((other) => other.name === name)?.singleton
    return isSingleton ? `/${name}` : `/${name}/${record_id}`
  }
}

/** Content that search engines or readers miss, with links to lists of exactly those records. */
export function MissingCard() {
  const t = useWords('overview')
  const api = useApi()
  const label = useLabel()
  const schema = useSchema()
  const { formatNumber } = useFormat()
  const query = useQuery({
    queryKey: ['missing'],
    queryFn: async (): Promise<Gap[]> => {
      const articles = api.admin.resource('articles')
      const ofArticles = async (key: GapKey, params: Record<string, string>): Promise<Gap> => ({
        key,
        count: (await articles.list({ ...params, fields: 'id', page: 1, per_page: 1 })).total,
        href: `/articles?${new URLSearchParams(params)}`,
      })
      const [pages, library, { items: broken }, ...found] = await Promise.all([
        api.admin.resource('seo-meta').list(),
        api.admin.media.list({ alt_empty: true, page: 1, per_page: 1 }),
        api.admin.brokenLinks(),
        ofArticles('missing_description', { seo_description_empty: 'true' }),
        ofArticles('missing_english', { untranslated: 'en' }),
        ofArticles('missing_alt', { without_alt: 'primary' }),
        ofArticles('missing_english_alt', { without_alt: 'en' }),
      ])
      const complete = pages.items.filter(({ title, description }) => title && description)
      const keys = schema.resources
        .find(({ name }) => name === 'seo-meta')
        ?.fields.find(({ name }) => name === 'page_key')?.choices
      const count = (keys?.length ?? pages.total) - complete.length
      return [
        ...found,
        { key: 'missing_library', count: library.total, href: '/media?show=no_alt' },
        { key: 'missing_pages', count, href: '/seo-meta' },
        ...Object.entries(Object.groupBy(broken, ({ resource }) => resource)).map(
          ([name, records = []]): Gap => ({
            key: 'missing_links',
            resource: schema.resources.find((resource) => resource.name === name),
            count: records.length,
            href: hrefOfRecords(name, records, schema),
          }),
        ),
      ]
    },
  })
  return (
    <QueryCard title={t('missing')} query={query}>
      {(gaps) => (
        <CardList empty={t('missing_none')}>
          {gaps
            .filter(({ count }) => count > 0)
            .map(({ key, count, href, resource }) => (
              <li key={href} className="missing">
                <span className="missing-count">{formatNumber(count)}</span>
                <Link href={href}>{t(key, { resource: resource ? label(resource.label_plural) : '' })}</Link>
              </li>
            ))}
        </CardList>
      )}
    </QueryCard>
  )
}

type GapKey =
  | 'missing_description'
  | 'missing_english'
  | 'missing_alt'
  | 'missing_english_alt'
  | 'missing_library'
  | 'missing_pages'
  | 'missing_links'
/** A gap that `count` records have, and the list of exactly those. */
type Gap = { key: GapKey; count: number; href: string; resource?: ResourceDescription | undefined }

/** Ids that a filter takes. */
const MAX_IDS = 100

/** The only record, or the list of them. Lists that show all of their records take no filter. */
function hrefOfRecords(name: string, records: readonly { id: number }[], { resources }: ContentSchema) {
  const resource = resources.find((other) => other.name === name)
  if (resource?.singleton) return `/${name}`
  if (records.length === 1) return `/${name}/${records[0]!.id}`
  const ids = records.slice(0, MAX_IDS).map(({ id }) => id)
  return `/${name}?id=${ids.join(',')}`
}

export function StateCard() {
  const t = useWords('overview')
  const query = useQuery(readinessQuery)
  return (
    <QueryCard
      title={t('state')}
      query={query}
      action={
        <LinkButton href="/status" size="small">
          {t('details')}
        </LinkButton>
      }
    >
      {({ status }) => (
        <p className={status === 'ready' ? 'state state-good' : 'state state-bad'}>
          <Icon name={status === 'ready' ? 'check' : 'warning'} />
          {t(status === 'ready' ? 'state_ok' : 'state_degraded')}
        </p>
      )}
    </QueryCard>
  )
}
