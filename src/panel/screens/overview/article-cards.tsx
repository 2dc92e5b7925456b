import { useQuery } from '@tanstack/react-query'
import { fieldInAll } from '../../../text/content-language.ts'
import { useApi, useResource, useSession } from '../../app/api/api.ts'
import { Link, LinkButton } from '../../app/design/button.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { titleOf } from '../../records/record-names.ts'
import { CardList, QueryCard } from './card.tsx'

const SHOWN = 6

function useTitleOf() {
  const t = useWords('overview')
  const label = useLabel()
  const articles = useResource('articles')
  return (article: object) => (articles && titleOf({ ...article }, articles, label)) ?? t('untitled')
}

function useArticles(params: Record<string, string | number>) {
  const api = useApi()
  const query = {
    ...params,
    fields: [...fieldInAll('title'), 'status', 'published_at', 'updated_at'].join(','),
    page: 1,
    per_page: SHOWN,
  }
  return useQuery({
    queryKey: ['records', 'articles', query],
    queryFn: () => api.admin.resource('articles').list(query),
  })
}

export function DraftsCard() {
  const t = useWords('overview')
  const { user } = useSession()
  const titleOf = useTitleOf()
  const { formatRelative } = useFormat()
  const query = useArticles({ status: 'draft', author_id: user.accountId!, sort: '-updated_at' })
  return (
    <QueryCard
      title={t('drafts')}
      query={query}
      action={
        <LinkButton href="/articles/new" size="small" icon="plus">
          {t('new_article')}
        </LinkButton>
      }
    >
      {({ items }) => (
        <CardList empty={t('drafts_none')}>
          {items.map((article) => (
            <li key={article.id}>
              <Link href={`/articles/${article.id}`}>{titleOf(article)}</Link>
              <span className="muted small">{formatRelative(article.updated_at)}</span>
            </li>
          ))}
        </CardList>
      )}
    </QueryCard>
  )
}

export function ScheduledCard() {
  const t = useWords('overview')
  const titleOf = useTitleOf()
  const { formatInstant } = useFormat()
  const query = useArticles({ status: 'scheduled', sort: 'published_at' })
  return (
    <QueryCard title={t('scheduled')} query={query}>
      {({ items }) => (
        <CardList empty={t('scheduled_none')}>
          {items.map((article) => (
            <li key={article.id}>
              <Link href={`/articles/${article.id}`}>{titleOf(article)}</Link>
              <span className="muted small">
                {t('appears', { time: formatInstant(article.published_at ?? '') })}
              </span>
            </li>
          ))}
        </CardList>
      )}
    </QueryCard>
  )
}
