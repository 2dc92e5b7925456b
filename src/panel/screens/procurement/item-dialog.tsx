import { useState } from 'react'
import type { InventoryItem } from '../../../client/index.ts'
import { queryClient } from '../../app/api/api.ts'
import { TextField } from '../../app/design/fields.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { procurementApi } from './procurement-api.ts'

const FIELDS = ['sku', 'name', 'unit'] as const

/** A new item, or changes to one. */
export function ItemDialog({ item, onClose }: { item: InventoryItem | null; onClose: () => void }) {
  const words = useWords('procurement')
  const { failure, issues, isPending, submit } = useSubmission()
  const [values, setValues] = useState({
    sku: item?.sku ?? '',
    name: item?.name ?? '',
    unit: item?.unit ?? '',
  })
  const [isChecked, setChecked] = useState(false)

  const save = () =>
    submit(async () => {
      setChecked(true)
      if (FIELDS.some((field) => values[field].trim() === '')) return
      const { items } = procurementApi
      await (item ? items.change(item.id, values, { version: item.version }) : items.create(values))
      await queryClient.invalidateQueries({ queryKey: ['records', 'inventory'] })
      showToast(words('saved'))
      onClose()
    })
  const errorOf = (field: (typeof FIELDS)[number]) => {
    if (isChecked && values[field].trim() === '') return words(`enter_${field}`)
    if (field === 'sku' && issues.sku === 'taken') return words('sku_taken')
    return field === 'unit' && issues.unit === 'in_use' ? words('unit_in_use') : null
  }
  const isSaidAtField = FIELDS.some((field) => errorOf(field) !== null)
  return (
    <FormDialog
      title={words(item ? 'edit_item' : 'new_item')}
      onClose={onClose}
      action={words('save')}
      isPending={isPending}
      onSubmit={save}
    >
      {failure !== null && !isSaidAtField && <ProblemNotice error={failure} />}
      {FIELDS.map((field) => (
        <TextField
          key={field}
          label={words(field)}
          isRequired
          description={field === 'unit' ? words('unit_help') : undefined}
          value={values[field]}
          error={errorOf(field)}
          onChange={(text) => setValues({ ...values, [field]: text })}
        />
      ))}
    </FormDialog>
  )
}
