import { Button, Input, SearchField as RacSearchField, type SearchFieldProps } from 'react-aria-components'
import { Icon } from './icon.tsx'

export function SearchField({
  label,
  placeholder,
  ...props
}: Omit<SearchFieldProps, 'className' | 'children'> & { label: string; placeholder?: string }) {
  return (
    <RacSearchField {...props} aria-label={label} className="search-field">
      <Icon name="search" />
      <Input className="input" placeholder={placeholder ?? label} />
      <Button className="search-clear">
        <Icon name="close" size={16} />
      </Button>
    </RacSearchField>
  )
}
