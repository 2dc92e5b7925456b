import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { ListBoxItem } from 'react-aria-components'
import type { ContentSchema } from '../../../client/index.ts'
import { pathOfPage } from '../../../text/site-pages.ts'
import { useApi, useSchema } from '../../app/api/api.ts'
import { recordApiOf } from '../../app/api/record-api.ts'
import { useDebounced } from '../../app/design/use-debounced.ts'
import { useLabel, useWords } from '../../app/words/words-context.tsx'
import { namesToRequest, titleOf } from '../../records/record-names.ts'
import { SearchDialog } from './search-dialog.tsx'

type PagePickerProps = { onPick: (link: string) => void; onClose: () => void }

export function PagePicker({ onPick, onClose }: PagePickerProps) {
  const t = useWords('pickers')
  const [search, setSearch] = useState('')
  const { pages, isLoading } = useSitePages(useDebounced(search.trim()))
  return (
    <SearchDialog
      title={t('choose_page')}
      search={{ label: t('search_pages'), value: search, onChange: setSearch }}
      list={{ label: t('pages'), className: 'page-list' }}
      isLoading={isLoading}
      emptyText={t('no_pages')}
      onPick={onPick}
      onClose={onClose}
    >
      {pages.map(({ path, title, group }) => (
        <ListBoxItem key={path} id={path} textValue={title} className="option">
          <span className="option-text">
            {title}
            <bdi className="option-detail page-path" dir="ltr">
              {path}
            </bdi>
          </span>
          <span className="option-detail">{group}</span>
        </ListBoxItem>
      ))}
    </SearchDialog>
  )
}

type SitePage = { path: string; title: string; group: string }

const MAX_EACH = 20

/** Pages whose title matches; without a search, the fixed pages and the first records of each kind. */
function useSitePages(search: string): { pages: SitePage[]; isLoading: boolean } {
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
