import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { InventoryItem, Quote } from '../../../client/index.ts'
import { queryClient } from '../../app/api/api.ts'
import { Button, IconButton } from '../../app/design/button.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { Notice } from '../../app/design/notice.tsx'
import { useProblemMessage } from '../../app/design/problem-message.ts'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Select } from '../../app/design/select.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useSubmission } from '../../app/design/use-submission.ts'
import { askBeforeLeaving, useLeaveGuard } from '../../app/shell/leaving.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { formatMoney } from './money.ts'
import { procurementApi } from './procurement-api.ts'
import {
  amountsOf,
  checkDraft,
  currencyOf,
  type DraftErrors,
  type DraftLine,
  draftOf,
  emptyLine,
  knownPrice,
  NO_ITEM,
  type QuoteDraft,
  totalOf,
} from './quote-draft.ts'

type QuoteDialogProps = {
  /** Null for a new quote. */
  quote: Quote | null
  onClose: () => void
  onSaved: (quote: Quote) => void
}

/** Unsaved drafts of closed dialogs, by quote; null is the new one. Offered until the page is closed. */
const left = new Map<number | null, QuoteDraft>()

export function QuoteDialog({ quote, onClose, onSaved }: QuoteDialogProps) {
  const words = useWords('procurement')
  const { language } = useLanguage()
  const describeProblem = useProblemMessage()
  const [first] = useState(() => draftOf(quote, language))
  const [draft, setDraft] = useState(first)
  const id = quote?.id ?? null
  const [offered, setOffered] = useState(() => left.get(id) ?? null)
  const isDirty = JSON.stringify(draft) !== JSON.stringify(first)
  useLeaveGuard(isDirty)
  const close = () => {
    if (!isDirty) return onClose()
    void askBeforeLeaving(() => {
      left.set(id, draft)
      onClose()
    })
  }
  const currency = currencyOf(draft)
  const total = totalOf(draft)
  const [errors, setErrors] = useState<DraftErrors>({})
  const { failure, issues, isPending, submit } = useSubmission()
  // A repeated request with the same key creates no second quote.
  const [key] = useState(() => crypto.randomUUID())
  const items = useQuery({
    queryKey: ['records', 'inventory', 'all'],
    queryFn: () => procurementApi.items.list(),
  })

  const save = () =>
    submit(async () => {
      const { body, errors: found } = checkDraft(draft)
      setErrors(found)
      if (Object.keys(found).length > 0) return
      const { quotes } = procurementApi
      const saved = quote
        ? await quotes.change(quote.id, body, { version: quote.version })
        : await quotes.create(body, { key })
      await queryClient.invalidateQueries({ queryKey: ['records', 'quotes'] })
      showToast(words('saved'))
      left.delete(id)
      // Closes the form first: its guard would ask before the page is left.
      flushSync(onClose)
      onSaved(saved)
    })
  const errorOf = (path: string) =>
    errors[path] ? words(errors[path]) : path in issues ? describeProblem(failure).message : undefined
  const setLine = (index: number, change: Partial<DraftLine>) =>
    setDraft({
      ...draft,
      lines: draft.lines.map((line, other) => (other === index ? { ...line, ...change } : line)),
    })
  return (
    <FormDialog
      title={words(quote ? 'edit_quote' : 'new_quote')}
      onClose={close}
      size="large"
      action={words('save')}
      isPending={isPending}
      onSubmit={save}
    >
      {failure !== null && <ProblemNotice error={failure} />}
      {offered && (
        <Notice
          icon="history"
          action={
            <Button
              onPress={() => {
                setDraft(offered)
                setOffered(null)
              }}
            >
              {words('restore_draft')}
            </Button>
          }
        >
          {words('draft_left')}
        </Notice>
      )}
      <div className="form-row">
        <TextField
          label={words('title')}
          isRequired
          value={draft.title}
          error={errorOf('title')}
          onChange={(title) => setDraft({ ...draft, title })}
        />
        <TextField
          label={words('currency')}
          description={words('currency_help')}
          isRequired
          dir="ltr"
          value={draft.currency}
          error={errorOf('currency')}
          onChange={(currency) => setDraft({ ...draft, currency })}
        />
      </div>
      {draft.lines.map((line, index) => (
        <LineFields
          key={line.key}
          line={line}
          index={index}
          currency={currency}
          items={items.data?.items ?? []}
          errorOf={errorOf}
          onChange={(change) => setLine(index, change)}
          onRemove={
            draft.lines.length > 1
              ? () => setDraft({ ...draft, lines: draft.lines.filter((other) => other !== line) })
              : null
          }
        />
      ))}
      <div>
        <Button
          icon="plus"
          onPress={() => setDraft({ ...draft, lines: [...draft.lines, emptyLine(language)] })}
        >
          {words('add_line')}
        </Button>
      </div>
      {total !== null && (
        <p aria-live="polite">
          {words('total')}: <bdi>{formatMoney(total, currency, language)}</bdi>
        </p>
      )}
    </FormDialog>
  )
}

type LineFieldsProps = {
  line: DraftLine
  index: number
  currency: string
  items: readonly InventoryItem[]
  errorOf: (path: string) => string | undefined
  onChange: (change: Partial<DraftLine>) => void
  onRemove: (() => void) | null
}

function LineFields({ line, index, currency, items, errorOf, onChange, onRemove }: LineFieldsProps) {
  const words = useWords('procurement')
  const { language } = useLanguage()
  const amounts = amountsOf(line, currency)
  const money = (minor: number) => formatMoney(minor, currency, language)
  const count = index + 1
  return (
    <fieldset className="quote-line">
      <legend>{words('line', { count })}</legend>
      <TextField
        label={words('description')}
        isRequired
        value={line.description}
        error={errorOf(`lines.${index}.description`)}
        onChange={(description) => onChange({ description })}
      />
      <Select
        label={words('stock_item')}
        value={line.item}
        options={[
          { id: NO_ITEM, label: words('none') },
          ...items.map(({ id, name, sku }) => ({ id: String(id), label: name, detail: sku })),
        ]}
        onChange={(item) => {
          const chosen = items.find(({ id }) => String(id) === item)
          onChange({ item, ...(chosen && line.description === '' && { description: chosen.name }) })
        }}
      />
      <TextField
        label={words('quantity')}
        isRequired
        inputMode="numeric"
        value={line.quantity}
        error={errorOf(`lines.${index}.quantity`)}
        onChange={(quantity) => onChange({ quantity })}
      />
      <TextField
        label={words('unit_price')}
        isRequired
        inputMode="decimal"
        value={line.price}
        error={errorOf(`lines.${index}.unit_price`)}
        description={amounts.length === 1 && <bdi>{money(amounts[0]!)}</bdi>}
        onChange={(price) => onChange({ price })}
      />
      {amounts.length > 1 && (
        <div className="price-readings">
          <span>{words('price_two_ways')}</span>
          {amounts.map((minor) => (
            <Button key={minor} size="small" onPress={() => onChange(knownPrice(minor, currency, language))}>
              {money(minor)}
            </Button>
          ))}
        </div>
      )}
      {onRemove && <IconButton icon="trash" label={words('remove_line', { count })} onPress={onRemove} />}
    </fieldset>
  )
}
