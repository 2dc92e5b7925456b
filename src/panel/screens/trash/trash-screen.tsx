// Deleted records and images: restore them, or delete them for good.
import { useApi } from '../../app/api/api.ts'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { Select } from '../../app/design/select.tsx'
import { useAddressState } from '../../app/design/use-address-state.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { ListItems, ListPage, useList } from '../list-page.tsx'
import { TrashTable, useTrashLabels } from './trash-table.tsx'

const PER_PAGE = 50
const ALL = 'all'

export function TrashScreen({ title }: { title: string }) {
  const t = useWords('trash')
  const api = useApi()
  const [{ q, page, values }, change] = useAddressState(['resource'])
  const resourceLabel = useTrashLabels()
  const { resource } = values
  const isKnown = resourceLabel.names.includes(resource)
  const list = useList({
    name: 'trash',
    address: { q, page },
    perPage: PER_PAGE,
    filters: isKnown ? { resource } : {},
    load: (query) => api.admin.trash.list(query),
  })
  const isNarrowed = q !== '' || isKnown
  return (
    <>
      <PageHeader title={title} description={t('trash_text')} />
      <ListPage
        list={list}
        onSearch={(text, options) => change({ q: text }, options)}
        columns={4}
        tools={
          <Select
            label={t('type')}
            isLabelHidden
            options={[
              { id: ALL, label: t('everything') },
              ...resourceLabel.names.map((name) => ({ id: name, label: resourceLabel.plural(name) })),
            ]}
            value={isKnown ? resource : ALL}
            onChange={(name) => change({ resource: name === ALL ? '' : name })}
          />
        }
      >
        {({ items }) => (
          <ListItems
            list={list}
            onPage={(next) => change({ page: next })}
            empty={
              <EmptyState icon="trash" title={t(isNarrowed ? 'no_matches' : 'empty')}>
                {t(isNarrowed ? 'no_matches_text' : 'empty_text')}
              </EmptyState>
            }
          >
            <TrashTable items={items} labelOf={resourceLabel} />
          </ListItems>
        )}
      </ListPage>
    </>
  )
}
