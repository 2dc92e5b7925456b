import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ApiProblem, type InventoryItem, type Quote } from '../../../client/index.ts'
import { queryClient, useApi } from '../../app/api/api.ts'
import { useProblemMessage } from '../../app/api/problem-message.ts'
import { Button, IconButton } from '../../app/design/button.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Select } from '../../app/design/select.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { checkDraft, type DraftLine, draftOf, emptyLine, NO_ITEM } from './quote-draft.ts'

type QuoteDialogProps = {
  /** Null for a new quote. */
  quote: Quote | null
  onClose: () => void
  onSaved: (quote: Quote) => void
}

export function QuoteDialog({ quote, onClose, onSaved }: QuoteDialogProps) {
  const words = useWords('procurement')
  const { language } = useLanguage()
  const api = useApi()
  const describeProblem = useProblemMessage()
  const [draft, setDraft] = useState(() => draftOf(quote, language))
  const [errors, setErrors] = useState<{ [path: string]: string }>({})
  const [failure, setFailure] = useState<unknown>(null)
  const [isPending, setPending] = useState(false)
  // A repeated request with the same key creates no second quote.
  const [key] = useState(() => crypto.randomUUID())
  const items = useQuery({
    queryKey: ['records', 'inventory', 'all'],
    queryFn: () => api.procurement.items.list(),
  })

  async function save() {
    const { body, errors: found } = checkDraft(draft)
    setErrors(Object.fromEntries(Object.entries(found).map(([path, message]) => [path, words(message)])))
    if (Object.keys(found).length > 0 || isPending) return
    setPending(true)
    setFailure(null)
    try {
      const { quotes } = api.procurement
      const saved = quote
        ? await quotes.change(quote.id, body, { version: quote.version })
        : await quotes.create(body, { key })
      await queryClient.invalidateQueries({ queryKey: ['records', 'quotes'] })
      showToast(words('saved'))
      onSaved(saved)
      onClose()
    } catch (error) {
      const issues = error instanceof ApiProblem ? error.errors : []
      setErrors(Object.fromEntries(issues.map(({ path }) => [path, describeProblem(error).message])))
      setFailure(error)
    } finally {
      setPending(false)
    }
  }
  const setLine = (index: number, change: Partial<DraftLine>) =>
    setDraft({
      ...draft,
      lines: draft.lines.map((line, other) => (other === index ? { ...line, ...change } : line)),
    })
  return (
    <FormDialog
      title={words(quote ? 'edit_quote' : 'new_quote')}
      onClose={onClose}
      size="large"
      action={words('save')}
      isPending={isPending}
      onSubmit={save}
    >
      {failure !== null && <ProblemNotice error={failure} />}
      <div className="form-row">
        <TextField
          label={words('title')}
          isRequired
          value={draft.title}
          error={errors.title}
          onChange={(title) => setDraft({ ...draft, title })}
        />
        <TextField
          label={words('currency')}
          description={words('currency_help')}
          isRequired
          dir="ltr"
          value={draft.currency}
          error={errors.currency}
          onChange={(currency) => setDraft({ ...draft, currency })}
        />
      </div>
      {draft.lines.map((line, index) => (
        <LineFields
          key={line.key}
          line={line}
          index={index}
          items={items.data?.items ?? []}
          errors={errors}
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
    </FormDialog>
  )
}

type LineFieldsProps = {
  line: DraftLine
  index: number
  items: readonly InventoryItem[]
  errors: { [path: string]: string }
  onChange: (change: Partial<DraftLine>) => void
  onRemove: (() => void) | null
}

function LineFields({ line, index, items, errors, onChange, onRemove }: LineFieldsProps) {
  const words = useWords('procurement')
  const count = index + 1
  return (
    <fieldset className="quote-line">
      <legend>{words('line', { count })}</legend>
      <TextField
        label={words('description')}
        isRequired
        value={line.description}
        error={errors[`lines.${index}.description`]}
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
        error={errors[`lines.${index}.quantity`]}
        onChange={(quantity) => onChange({ quantity })}
      />
      <TextField
        label={words('unit_price')}
        isRequired
        inputMode="decimal"
        value={line.price}
        error={errors[`lines.${index}.unit_price`]}
        onChange={(price) => onChange({ price })}
      />
      {onRemove && <IconButton icon="trash" label={words('remove_line', { count })} onPress={onRemove} />}
    </fieldset>
  )
}
