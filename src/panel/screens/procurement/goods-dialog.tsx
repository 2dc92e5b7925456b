import { useState } from 'react'
import type { Quote } from '../../../client/index.ts'
import { queryClient } from '../../app/api/api.ts'
import { Button } from '../../app/design/button.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { toLatinDigits } from '../../records/parse-field-value.ts'
import { procurementApi } from './procurement-api.ts'

type GoodsDialogProps = {
  quote: Quote
  kind: 'receive' | 'return-goods'
  onClose: () => void
  onMoved: (quote: Quote) => Promise<void>
}

type Line = Quote['lines'][number]

/** A delivery, or a return to the supplier, line by line. */
export function GoodsDialog({ quote, kind, onClose, onMoved }: GoodsDialogProps) {
  const words = useWords('procurement')
  const { formatNumber } = useFormat()
  const isDelivery = kind === 'receive'
  const open = (line: Line) => (isDelivery ? Math.max(0, line.quantity - line.received) : line.received)
  /** The tolerance of the supplier allows more than is open. */
  const possible = (line: Line) => (isDelivery ? line.receivable : line.received)
  const lines = quote.lines.filter((line) => possible(line) > 0)
  const [typed, setTyped] = useState<{ [line: number]: string }>(() =>
    Object.fromEntries(lines.map((line) => [line.id, isDelivery ? formatNumber(open(line), PLAIN) : ''])),
  )
  const [note, setNote] = useState('')
  const [errors, setErrors] = useState<{ [field: string]: string }>({})
  const { failure, isPending, submit } = useSubmission()
  // A repeated request with the same key books nothing twice.
  const [key] = useState(() => crypto.randomUUID())
  const move = () =>
    submit(async () => {
      const found: { [field: string]: string } = {}
      const moved = lines.flatMap((line) => {
        const text = toLatinDigits(typed[line.id] ?? '').trim()
        if (text === '' || /^0+$/.test(text)) return []
        const quantity = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN
        if (!(quantity <= possible(line)))
          found[line.id] = words('quantity_up_to', { max: formatNumber(possible(line)) })
        return [{ line_id: line.id, quantity }]
      })
      const text = note.trim()
      if (!isDelivery && text === '') found.note = words('enter_return_reason')
      if (moved.length === 0 && Object.keys(found).length === 0 && lines[0])
        found[lines[0].id] = words('enter_any_quantity')
      setErrors(found)
      if (Object.keys(found).length > 0) return
      const options = { version: quote.version, key }
      try {
        const saved = isDelivery
          ? await procurementApi.quotes.receive(
              quote.id,
              { lines: moved, ...(text && { note: text }) },
              options,
            )
          : await procurementApi.quotes.returnGoods(quote.id, { lines: moved, reason: text }, options)
        showToast(words('moved', { number: saved.number, state: words(saved.status) }))
        await onMoved(saved)
        onClose()
      } catch (error) {
        // Somebody may have changed the quote: the next attempt is made on its present state.
        await queryClient.invalidateQueries({ queryKey: ['record', 'quotes', String(quote.id)] })
        throw error
      }
    })
  return (
    <FormDialog
      title={`${words(kind)}: ${quote.title}`}
      onClose={onClose}
      size="large"
      action={words(kind)}
      isPending={isPending}
      onSubmit={move}
    >
      {failure !== null && <ProblemNotice error={failure} />}
      {lines.map((line) => (
        <div key={line.id} className="form-row goods-line">
          <p>
            <bdi>{line.description}</bdi>
          </p>
          <TextField
            label={words(isDelivery ? 'quantity_come' : 'quantity_back')}
            description={words(isDelivery ? 'open_of' : 'come_of', {
              count: formatNumber(open(line)),
              all: formatNumber(line.quantity),
            })}
            inputMode="numeric"
            value={typed[line.id] ?? ''}
            error={errors[line.id]}
            onChange={(text) => setTyped({ ...typed, [line.id]: text })}
          />
        </div>
      ))}
      {isDelivery && lines.length > 1 && (
        <div>
          <Button onPress={() => setTyped({})}>{words('clear_quantities')}</Button>
        </div>
      )}
      <TextField
        label={words(isDelivery ? 'note' : 'reason')}
        description={words(isDelivery ? 'note_help' : 'return_goods_help')}
        isRequired={!isDelivery}
        error={errors.note}
        rows={3}
        value={note}
        onChange={setNote}
      />
    </FormDialog>
  )
}

const PLAIN = { useGrouping: false }
