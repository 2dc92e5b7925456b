import { useState } from 'react'
import type { InventoryItem, InventoryTransaction } from '../../../client/index.ts'
import { queryClient } from '../../app/api/api.ts'
import { TextField } from '../../app/design/fields.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Select } from '../../app/design/select.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { parseWhole } from './money.ts'
import { procurementApi } from './procurement-api.ts'

type Kind = InventoryTransaction['type']

const KINDS: readonly Kind[] = ['receipt', 'issue', 'adjustment']

/** A receipt, an issue or an adjustment of one item. */
export function BookDialog({ item, onClose }: { item: InventoryItem; onClose: () => void }) {
  const words = useWords('procurement')
  const { failure, issues, isPending, submit } = useSubmission()
  const [type, setType] = useState<Kind>('receipt')
  const [quantity, setQuantity] = useState('')
  const [note, setNote] = useState('')
  const [error, setError] = useState<string | null>(null)
  // A repeated request with the same key books nothing twice.
  const [key] = useState(() => crypto.randomUUID())

  const book = () =>
    submit(async () => {
      const count = parseWhole(quantity)
      const isValid = count !== null && (type === 'adjustment' ? count !== 0 : count > 0)
      setError(isValid ? null : words(type === 'adjustment' ? 'enter_change' : 'enter_quantity'))
      if (!isValid) return
      const text = note.trim()
      const body = { item_id: item.id, type, quantity: count, ...(text && { note: text }) }
      const { stock } = await procurementApi.transactions.book(body, { key })
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['records', 'inventory'] }),
        queryClient.invalidateQueries({ queryKey: ['transactions'] }),
      ])
      showToast(words('booked', { name: item.name, stock, unit: item.unit }))
      onClose()
    })
  const isTooMuch = issues.quantity === 'insufficient_stock'
  return (
    <FormDialog
      title={words('book_title', { name: item.name })}
      onClose={onClose}
      action={words('book')}
      isPending={isPending}
      onSubmit={book}
    >
      {failure !== null && !isTooMuch && <ProblemNotice error={failure} />}
      <Select
        label={words('type')}
        value={type}
        options={KINDS.map((id) => ({ id, label: words(id) }))}
        onChange={setType}
      />
      <TextField
        label={words('quantity')}
        isRequired
        inputMode="numeric"
        description={type === 'adjustment' ? words('adjustment_help') : undefined}
        value={quantity}
        error={isTooMuch ? words('not_enough') : error}
        onChange={setQuantity}
      />
      <TextField label={words('note')} value={note} onChange={setNote} />
    </FormDialog>
  )
}
