// The pages that a link may lead to: the fixed pages of the website and the records with pages of their own.
import { useQueries } from '@tanstack/react-query'
import type { ContentSchema } from '../../../client/index.ts'
import { pathOfPage } from '../../../text/site-pages.ts'
import { useApi, useSchema } from '../../app/api/api.ts'
import { recordApiOf } from '../../app/api/record-api.ts'
import { useLabel } from '../../app/words/words-context.tsx'
import { namesToRequest, titleOf } from '../../records/record-names.ts'

export type SitePage = { path: string; title: string; group: string }

const MAX_EACH = 20

/** Pages whose title matches; without a search, the fixed pages and the first records of each kind. */
export function useSitePages(search: string): { pages: SitePage[]; isLoading: boolean } {
  const api = useApi()
  const schema = useSchema()
  const label = useLabel()
  const withPages = schema.resources.filter(({ page_path }) => page_path !== null)
  const lists = useQueries({
    queries: withPages.map((resource) => {
      const fields = [...namesToRequest(resource), 'slug'].join(',')
      const query = { ...(search && { q: search }), fields, page: 1, per_page: MAX_EACH }
      return {
        queryKey: ['records', resource.name, query],
        queryFn: () => recordApiOf(api, resource.name).list(query),
      }
    }),
  })
  const records = withPages.flatMap((resource, index) =>
    (lists[index]?.data?.items ?? []).map((record) => ({
      path: `${resource.page_path}${record.slug}`,
      title: titleOf(record, resource, label) ?? String(record.slug),
      group: label(resource.label_plural),
    })),
  )
  const isLoading = lists.some((list) => list.isLoading)
  return { pages: [...fixedPages(schema, label, search), ...records], isLoading }
}

/** The pages that have a record for their title in search engines. */
function fixedPages(schema: ContentSchema, labelOf: ReturnType<typeof useLabel>, search: string): SitePage[] {
  const keyed = schema.resources.find(({ key }) => key !== null)
  const choices = keyed?.fields.find(({ name }) => name === keyed.key)?.choices ?? []
  const site = schema.groups.find(({ name }) => name === 'site')
  const group = site ? labelOf(site.label) : ''
  const wanted = search.toLowerCase()
  return choices
    .map(({ value, label }) => ({ path: pathOfPage(value), title: labelOf(label), group }))
    .filter(({ title, path }) => title.toLowerCase().includes(wanted) || path.includes(wanted))
}
