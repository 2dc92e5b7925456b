// The pages that a link may lead to: the fixed pages of the website and the records with pages of their own.
import { useQueries } from '@tanstack/react-query'
import type { ContentSchema, ResourceDescription } from '../../../client/index.ts'
import { useApi, useSchema } from '../../app/api/api.ts'
import { recordApiOf } from '../../app/api/record-api.ts'
import { useLanguage } from '../../app/words/words-context.tsx'
import { titleOf } from '../../records/form-model.ts'
import { pathOfPage } from './tidy-link.ts'

export type SitePage = { path: string; title: string; group: string }

const MAX_EACH = 20

/** Pages whose title matches; without a search, the fixed pages and the first records of each kind. */
export function useSitePages(search: string): { pages: SitePage[]; isLoading: boolean } {
  const api = useApi()
  const schema = useSchema()
  const { language } = useLanguage()
  const withPages = schema.resources.filter(({ page_path }) => page_path !== null)
  const lists = useQueries({
    queries: withPages.map((resource) => {
      const fields = [...fieldsForTitle(resource), 'slug'].join(',')
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
      title: titleOf(resource, record, language) ?? String(record.slug),
      group: resource.label_plural[language],
    })),
  )
  const isLoading = lists.some((list) => list.isLoading)
  return { pages: [...fixedPages(schema, language, search), ...records], isLoading }
}

const fieldsForTitle = ({ list_columns, fields }: ResourceDescription) => {
  const [name] = list_columns
  const twin = fields.find((field) => field.name === name)?.twin
  return [name, ...(twin ? [twin] : [])]
}

/** The pages that have a record for their title in search engines. */
function fixedPages(schema: ContentSchema, language: 'fa' | 'en', search: string): SitePage[] {
  const keyed = schema.resources.find(({ key }) => key !== null)
  const choices = keyed?.fields.find(({ name }) => name === keyed.key)?.choices ?? []
  const group = schema.groups.find(({ name }) => name === 'site')?.label[language] ?? ''
  const wanted = search.toLowerCase()
  return choices
    .map(({ value, label }) => ({ path: pathOfPage(value), title: label[language], group }))
    .filter(({ title, path }) => title.toLowerCase().includes(wanted) || path.includes(wanted))
}
