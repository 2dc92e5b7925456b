import type { Ref } from 'react'
import { Button, type ButtonProps } from 'react-aria-components'
import { useHint } from '../../app/design/hint.tsx'
import { EditorIcon, type EditorIconName } from './editor-icons.tsx'

type ToolProps = {
  icon: EditorIconName
  label: string
  /** The shortcut as people write it: `Ctrl+B`. */
  keys?: string | undefined
  isDisabled?: boolean
  onPress?: () => void
}

type ToolButtonProps = Omit<ToolProps, 'onPress'> &
  Omit<ButtonProps, 'className' | 'children'> & { ref?: Ref<HTMLButtonElement> }

/** A button of a toolbar, or the trigger of a menu. */
export function ToolButton({ icon, label, keys, isDisabled = false, onPress, ...props }: ToolButtonProps) {
  const text = (
    <>
      {label}
      {keys && <kbd className="tooltip-keys">{keys}</kbd>}
    </>
  )
  const { hint, hintProps } = useHint(text, props)
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
export const ToolToggle = ({ isSelected, ...props }: ToolProps & { isSelected: boolean }) => (
  <ToolButton {...props} aria-pressed={isSelected} />
)
