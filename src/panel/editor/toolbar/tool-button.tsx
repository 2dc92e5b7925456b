import type { ReactElement } from 'react'
import { Button, ToggleButton, Tooltip, TooltipTrigger } from 'react-aria-components'
import { EditorIcon, type EditorIconName } from './editor-icons.tsx'

type ToolProps = {
  icon: EditorIconName
  label: string
  /** As it is written for people: `Ctrl+B`. */
  keys?: string | undefined
  isDisabled?: boolean
  onPress?: () => void
}

function WithTooltip({
  label,
  keys,
  children,
}: Pick<ToolProps, 'label' | 'keys'> & { children: ReactElement }) {
  return (
    <TooltipTrigger delay={500}>
      {children}
      <Tooltip className="tooltip" offset={6}>
        {label}
        {keys && <kbd className="tooltip-keys">{keys}</kbd>}
      </Tooltip>
    </TooltipTrigger>
  )
}

/** A button of a toolbar, or the trigger of a menu. */
export function ToolButton({ icon, label, keys, isDisabled = false, onPress, ...props }: ToolProps) {
  return (
    <WithTooltip label={label} keys={keys}>
      <Button
        {...props}
        className="tool"
        aria-label={label}
        isDisabled={isDisabled}
        {...(onPress && { onPress })}
      >
        <EditorIcon name={icon} />
      </Button>
    </WithTooltip>
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
  return (
    <WithTooltip label={label} keys={keys}>
      <ToggleButton
        className="tool"
        aria-label={label}
        isSelected={isSelected}
        isDisabled={isDisabled}
        {...(onPress && { onChange: onPress })}
      >
        <EditorIcon name={icon} />
      </ToggleButton>
    </WithTooltip>
  )
}
