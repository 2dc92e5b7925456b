import type { Ref } from 'react'
import { Button, type ButtonProps } from 'react-aria-components'
import { useHint } from '../../app/design/hint.tsx'
import { EditorIcon, type EditorIconName } from './editor-icons.tsx'

type ToolProps = {
  icon: EditorIconName
  label: string
  /** As it is written for people: `Ctrl+B`. */
  keys?: string | undefined
  isDisabled?: boolean
  onPress?: () => void
}

const Hint = ({ label, keys }: Pick<ToolProps, 'label' | 'keys'>) => (
  <>
    {label}
    {keys && <kbd className="tooltip-keys">{keys}</kbd>}
  </>
)

type ToolButtonProps = Omit<ToolProps, 'onPress'> &
  Omit<ButtonProps, 'className' | 'children'> & { ref?: Ref<HTMLButtonElement> }

/** A button of a toolbar, or the trigger of a menu. */
export function ToolButton({ icon, label, keys, isDisabled = false, onPress, ...props }: ToolButtonProps) {
  const { hint, hintProps } = useHint(<Hint label={label} keys={keys} />, props)
  return (
    <>
      <Button
        {...props}
        {...hintProps}
        className="tool"
        aria-label={label}
        isDisabled={isDisabled}
        {...(onPress && { onPress })}
      >
        <EditorIcon name={icon} />
      </Button>
      {hint}
    </>
  )
}

/** A button that shows whether a format is on. */
export function ToolToggle({
  icon,
  label,
  keys,
  isSelected,
  isDisabled = false,
  onPress,
}: ToolProps & { isSelected: boolean }) {
  const { hint, hintProps } = useHint(<Hint label={label} keys={keys} />)
  return (
    <>
      <Button
        {...hintProps}
        className="tool"
        aria-label={label}
        aria-pressed={isSelected}
        isDisabled={isDisabled}
        {...(onPress && { onPress })}
      >
        <EditorIcon name={icon} />
      </Button>
      {hint}
    </>
  )
}
