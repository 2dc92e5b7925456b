import { useState } from 'react'
import type { Supplier } from '../../../client/index.ts'
import { queryClient, useSession } from '../../app/api/api.ts'
import { Button, IconButton } from '../../app/design/button.tsx'
import { Chip } from '../../app/design/chip.tsx'
import { ConfirmDialog } from '../../app/design/dialog.tsx'
import { EmptyState } from '../../app/design/empty-state.tsx'
import { Menu } from '../../app/design/menu.tsx'
import { PageHeader } from '../../app/design/page-header.tsx'
import { PlainTable } from '../../app/design/plain-table.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Select } from '../../app/design/select.tsx'
import { showToast, useAttempt } from '../../app/design/toasts.tsx'
import { useAddressState } from '../../app/design/use-address-state.ts'
import { useFormat } from '../../app/design/use-format.ts'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { ExportButton } from '../../lists/export-button.tsx'
import { ListItems, ListPage, useList } from '../list-page.tsx'
import { MergeDialog } from './merge-dialog.tsx'
import { procurementApi } from './procurement-api.ts'
import { SupplierDialog } from './supplier-dialog.tsx'
import { SupplierImportDialog } from './supplier-import-dialog.tsx'

const PER_PAGE = 20
const STATES = ['all', 'true', 'false'] as const

type Asked = { action: 'edit' | 'merge' | 'remove'; supplier: Supplier } | { action: 'create' | 'import' }

/** The suppliers of the procurement; search, state and page stand in the address. */
export function SuppliersScreen({ title }: { title: string }) {
  const words = useWords('suppliers')
  const { user } = useSession()
  const canWrite = user.procurement_roles?.some((role) => role === 'buyer' || role === 'admin') ?? false
  const [{ q, page, values }, change] = useAddressState(['active'])
  const [asked, setAsked] = useState<Asked | null>(null)
  const active = STATES.find((state) => state === values.active) ?? 'all'
  const filters = active === 'all' ? {} : { active: active === 'true' }
  const list = useList({
    name: 'suppliers',
    address: { q, page },
    perPage: PER_PAGE,
    filters,
    load: (query) => procurementApi.suppliers.list(query),
  })
  const close = () => setAsked(null)
  return (
    <>
      <PageHeader
        title={title}
        actions={
          <>
            <ExportButton
              load={() => procurementApi.suppliers.export({ ...filters, ...(q && { q }) })}
              filename="suppliers.csv"
            />
            {canWrite && (
              <>
                <Button icon="upload" onPress={() => setAsked({ action: 'import' })}>
                  {words('import')}
                </Button>
                <Button look="primary" icon="plus" onPress={() => setAsked({ action: 'create' })}>
                  {words('new_supplier')}
                </Button>
              </>
            )}
          </>
        }
      />
      <ListPage
        list={list}
        onSearch={(text, options) => change({ q: text }, options)}
        columns={5}
        tools={
          <Select
            label={words('state')}
            isLabelHidden
            value={active}
            options={STATES.map((id) => ({ id, label: words(`state_${id}`) }))}
            onChange={(id) => change({ active: id === 'all' ? '' : id })}
          />
        }
      >
        {({ items }) => (
          <ListItems
            list={list}
            onPage={(next) => change({ page: next })}
            empty={
              <EmptyState
                icon="building"
                title={words(q || active !== 'all' ? 'no_matches' : 'no_suppliers')}
              >
                {words(q || active !== 'all' ? 'no_matches_text' : 'no_suppliers_text')}
              </EmptyState>
            }
          >
            <SupplierTable
              label={title}
              suppliers={items}
              onAction={canWrite ? (action, supplier) => setAsked({ action, supplier }) : null}
            />
          </ListItems>
        )}
      </ListPage>
      {asked?.action === 'create' && <SupplierDialog supplier={null} onClose={close} />}
      {asked?.action === 'edit' && <SupplierDialog supplier={asked.supplier} onClose={close} />}
      {asked?.action === 'import' && <SupplierImportDialog onClose={close} />}
      {asked?.action === 'merge' && <MergeDialog supplier={asked.supplier} onClose={close} />}
      {asked?.action === 'remove' && <RemoveDialog supplier={asked.supplier} onClose={close} />}
    </>
  )
}

type OnAction = (action: 'edit' | 'merge' | 'remove', supplier: Supplier) => void

type SupplierTableProps = {
  label: string
  suppliers: readonly Supplier[]
  /** Null for those who only read. */
  onAction: OnAction | null
}

function SupplierTable({ label, suppliers, onAction }: SupplierTableProps) {
  const words = useWords('suppliers')
  const { formatNumber } = useFormat()
  const none = <span className="muted no-value">–</span>
  return (
    <PlainTable
      label={label}
      columns={[
        words('name'),
        words('code'),
        words('contact_person'),
        words('currency'),
        { number: words('lead_time_days') },
        words('state'),
      ]}
      {...(onAction && { actions: words('actions') })}
    >
      {suppliers.map((supplier) => (
        <tr key={supplier.id}>
          <th scope="row" className="plain-name">
            <bdi>{supplier.name}</bdi>
          </th>
          <td data-label={words('code')}>{supplier.code ? <bdi>{supplier.code}</bdi> : none}</td>
          <td data-label={words('contact_person')}>
            {supplier.contacts[0] ? <bdi>{supplier.contacts[0].name}</bdi> : none}
          </td>
          <td data-label={words('currency')}>{supplier.currency ? <bdi>{supplier.currency}</bdi> : none}</td>
          <td className="number" data-label={words('lead_time_days')}>
            {supplier.lead_time_days === null ? none : formatNumber(supplier.lead_time_days)}
          </td>
          <td data-label={words('state')}>
            <Chip tone={supplier.active ? 'good' : 'warning'}>
              {words(supplier.active ? 'state_true' : 'state_false')}
            </Chip>
          </td>
          {onAction && (
            <td className="plain-actions">
              <SupplierMenu supplier={supplier} onAction={onAction} />
            </td>
          )}
        </tr>
      ))}
    </PlainTable>
  )
}

function SupplierMenu({ supplier, onAction }: { supplier: Supplier; onAction: OnAction }) {
  const words = useWords('suppliers')
  const { attempt } = useAttempt()
  const { id, name, version, active } = supplier
  const label = words('actions_for', { name })
  async function setActive(next: boolean) {
    await attempt(async () => {
      await procurementApi.suppliers.change(id, { active: next }, { version })
      showToast(words(next ? 'activated' : 'deactivated', { name }))
    })
    await queryClient.invalidateQueries({ queryKey: ['suppliers'] })
  }
  return (
    <Menu
      trigger={(trigger) => <IconButton {...trigger} icon="more" size="small" label={label} />}
      label={label}
      onAction={(key) => {
        if (key === 'active') void setActive(!active)
        else onAction(key as 'edit' | 'merge' | 'remove', supplier)
      }}
      entries={[
        { id: 'edit', icon: 'edit', label: words('edit') },
        active
          ? { id: 'active', icon: 'close', label: words('deactivate') }
          : { id: 'active', icon: 'check', label: words('activate') },
        { id: 'merge', icon: 'users', label: words('merge'), isApart: true },
        { id: 'remove', icon: 'trash', label: words('delete'), isDangerous: true },
      ]}
    />
  )
}

function RemoveDialog({ supplier, onClose }: { supplier: Supplier; onClose: () => void }) {
  const words = useWords('suppliers')
  const { failure, isPending, submit } = useSubmission()
  const { id, name, version } = supplier
  const remove = () =>
    submit(async () => {
      await procurementApi.suppliers.remove(id, { version })
      await queryClient.invalidateQueries({ queryKey: ['suppliers'] })
      showToast(words('deleted'))
      onClose()
    })
  return (
    <ConfirmDialog
      title={words('delete_title', { name })}
      isOpen
      action={words('delete')}
      isDangerous
      isPending={isPending}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{words('delete_text')}</p>
      {failure !== null && <ProblemNotice error={failure} />}
    </ConfirmDialog>
  )
}
