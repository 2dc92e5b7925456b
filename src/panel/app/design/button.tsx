// Buttons and links. The sign-in screen uses only `plain-button.tsx`, so that it loads no more than that.
import type { ReactNode, Ref } from 'react'
import { type ButtonProps, type LinkProps, Button as RacButton, Link as RacLink } from 'react-aria-components'
import { useHint } from './hint.tsx'
import { Icon, type IconName } from './icon.tsx'
import { classOf, type Look } from './plain-button.tsx'

export { Button, type ButtonLook } from './plain-button.tsx'

/** A button that shows only an icon; its name is also the tooltip. */
export function IconButton({
  icon,
  label,
  look = 'quiet',
  size,
  ...props
}: Omit<ButtonProps, 'className' | 'children' | 'aria-label'> &
  Look & { icon: IconName; label: string; ref?: Ref<HTMLButtonElement> }) {
  const { hint, hintProps } = useHint(label, props)
  return (
    <>
      <RacButton
        {...props}
        {...hintProps}
        aria-label={label}
        className={`${classOf({ look, ...(size && { size }) })} button-icon`}
      >
        <Icon name={icon} />
      </RacButton>
      {hint}
    </>
  )
}

/** A link that looks like a button. `href` is a path of the panel, such as `/articles/new`. */
export function LinkButton({
  look,
  icon,
  size,
  children,
  ...props
}: Omit<LinkProps, 'className' | 'children'> & Look & { children: ReactNode }) {
  return (
    <RacLink {...props} className={classOf({ ...(look && { look }), ...(size && { size }) })}>
      {icon && <Icon name={icon} />}
      <span className="button-text">{children}</span>
    </RacLink>
  )
}

/** A link in running text or a table. `href` is a path of the panel. */
export function Link({ children, ...props }: Omit<LinkProps, 'className'>) {
  return (
    <RacLink {...props} className="link">
      {children}
    </RacLink>
  )
}

/** A link that leaves the panel, in a tab of its own. */
export function ExternalLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="link" target="_blank" rel="noreferrer">
      {children}
      <Icon name="external" size={14} />
    </a>
  )
}
