import type { ReactNode, Ref } from 'react'
import { type ButtonProps, Button as RacButton } from 'react-aria-components'
import { Icon, type IconName } from './icon.tsx'
import { Spinner } from './spinner.tsx'

export type ButtonLook = 'primary' | 'secondary' | 'quiet' | 'danger'

export type Look = { look?: ButtonLook; icon?: IconName; size?: 'small' | 'medium' }

/** The classes of everything that looks like a button. */
export const classOf = ({ look = 'secondary', size = 'medium' }: Look) =>
  `button button-${look} button-${size}`

/** While `isPending`, the button keeps its focus and name and does nothing. */
export function Button({
  look,
  icon,
  size,
  children,
  ...props
}: Omit<ButtonProps, 'className' | 'children'> &
  Look & { children: ReactNode; ref?: Ref<HTMLButtonElement> }) {
  return (
    <RacButton {...props} className={classOf({ ...(look && { look }), ...(size && { size }) })}>
      {props.isPending ? <Spinner /> : icon && <Icon name={icon} />}
      <span className="button-text">{children}</span>
    </RacButton>
  )
}
