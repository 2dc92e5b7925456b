import { Button } from '../../app/design/button.tsx'
import { TextField } from '../../app/design/fields.tsx'
import { useLanguage, useWords } from '../../app/words/words-context.tsx'
import { formatMoney } from './money.ts'
import { amountsOf, type DraftPrice, knownPrice } from './quote-draft.ts'

type PriceFieldProps = {
  label: string
  help?: string
  value: DraftPrice
  currency: string
  error: string | undefined
  onChange: (price: DraftPrice) => void
}

/** A price that says how it is read; one with two readings asks which. */
export function PriceField({ label, help, value, currency, error, onChange }: PriceFieldProps) {
  const words = useWords('procurement')
  const { language } = useLanguage()
  const amounts = amountsOf(value, currency)
  const money = (minor: number) => formatMoney(minor, currency, language)
  return (
    <div>
      <TextField
        label={label}
        inputMode="decimal"
        value={value.price}
        error={error}
        description={amounts.length === 1 ? <bdi>{money(amounts[0]!)}</bdi> : help}
        onChange={(price) => onChange({ ...value, price })}
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
    </div>
  )
}
