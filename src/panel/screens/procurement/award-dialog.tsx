import { useState } from 'react'
import type { OfferComparison, Quote } from '../../../client/index.ts'
import { TextField } from '../../app/design/fields.tsx'
import { FormDialog } from '../../app/design/form-dialog.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Select } from '../../app/design/select.tsx'
import { showToast } from '../../app/design/toasts.tsx'
import { useSubmission } from '../../app/design/use-submission.ts'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { type AwardDraft, awardable, BY_LINE, firstAward, judgeAward, wholeOffers } from './award-draft.ts'
import { formatMoney } from './money.ts'
import { procurementApi } from './procurement-api.ts'

type AwardDialogProps = {
  quote: Quote
  comparison: OfferComparison
  onClose: () => void
  onAwarded: () => Promise<void>
}

/** Awards a quote to one offer, or line by line; where it is not the cheapest, with a reason. */
export function AwardDialog({ quote, comparison, onClose, onAwarded }: AwardDialogProps) {
  const words = useWords('offers')
  const { language } = useLanguage()
  const { failure, issues, isPending, submit } = useSubmission()
  const [draft, setDraft] = useState<AwardDraft>(() => firstAward(comparison))
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const { total, isCheapest, body } = judgeAward(draft, comparison)
  const money = (minor: number) => formatMoney(minor, comparison.currency, language)
  const named = (name: string, minor: number | null) =>
    words('offer_total', { name, total: minor === null ? '–' : money(minor) })
  const isMissing = !isCheapest && reason.trim() === ''
  const award = () =>
    submit(async () => {
      setChecked(true)
      if (!body || isMissing) return
      const given = { ...body, ...(reason.trim() && { reason: reason.trim() }) }
      const { number } = await procurementApi.quotes.award(quote.id, given, { version: quote.version })
      showToast(words('was_awarded', { number }))
      await onAwarded()
    })
  const isReasonAsked = (isChecked && isMissing) || issues.reason === 'reason_required'
  return (
    <FormDialog
      title={words('award_title', { number: quote.number })}
      onClose={onClose}
      size="large"
      action={body ? words('award_action') : null}
      isPending={isPending}
      onSubmit={award}
    >
      {failure !== null && <ProblemNotice error={failure} />}
      <Select
        label={words('award_to')}
        value={draft.to}
        options={[
          ...wholeOffers(comparison).map(({ id, supplier, total }) => ({
            id: String(id),
            label: named(supplier.name, total),
          })),
          { id: BY_LINE, label: words('by_line') },
        ]}
        onChange={(to) => setDraft({ ...draft, to })}
      />
      {draft.to === BY_LINE &&
        comparison.lines.map((line, index) => {
          const label = words('line', { count: index + 1, description: line.description })
          const options = awardable(line, comparison).map(({ offer, total }) => ({
            id: String(offer.id),
            label: named(offer.supplier.name, total),
          }))
          if (options.length === 0)
            return (
              <p key={line.line_id}>
                {label}: {words('nobody')}
              </p>
            )
          return (
            <Select
              key={line.line_id}
              label={label}
              options={options}
              value={draft.lines[line.line_id] ?? null}
              onChange={(offer) => setDraft({ ...draft, lines: { ...draft.lines, [line.line_id]: offer } })}
            />
          )
        })}
      <p role="status">
        {words('total')}: <bdi>{total === null ? '–' : money(total)}</bdi>
      </p>
      <TextField
        label={words('reason')}
        description={words(isCheapest ? 'reason_help' : 'reason_needed')}
        isRequired={!isCheapest}
        error={isReasonAsked ? words('enter_reason') : undefined}
        rows={2}
        value={reason}
        onChange={setReason}
      />
    </FormDialog>
  )
}
