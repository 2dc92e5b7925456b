// Tooltips. Their script is loaded when the pointer or the keyboard first reaches a button that has one.
import { type ReactNode, useEffect, useState } from 'react'
import type { ButtonProps } from 'react-aria-components'
import { lazyPart } from './lazy-part.tsx'

const HintBubble = lazyPart(() => import('./hint-bubble.tsx').then(({ HintBubble }) => HintBubble))

const DELAY_MS = 600

type HintProps = Pick<
  ButtonProps,
  'onHoverStart' | 'onHoverEnd' | 'onFocus' | 'onBlur' | 'onPressStart' | 'onKeyDown'
>

/** The tooltip of a button, and the props that show and hide it; `own` are the button's own handlers of these events. */
export function useHint(text: ReactNode, own: HintProps = {}): { hint: ReactNode; hintProps: HintProps } {
  // The button that is hovered or has the focus of the keyboard.
  const [anchor, setAnchor] = useState<Element | null>(null)
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    if (!anchor) return
    const timer = setTimeout(() => setShown(true), DELAY_MS)
    return () => {
      clearTimeout(timer)
      setShown(false)
    }
  }, [anchor])
  return {
    hint: anchor && isShown && <HintBubble anchor={anchor}>{text}</HintBubble>,
    hintProps: {
      onHoverStart(event) {
        own.onHoverStart?.(event)
        setAnchor(event.target)
      },
      onHoverEnd(event) {
        own.onHoverEnd?.(event)
        setAnchor(null)
      },
      onFocus(event) {
        own.onFocus?.(event)
        if (event.target.matches(':focus-visible')) setAnchor(event.target)
      },
      onBlur(event) {
        own.onBlur?.(event)
        setAnchor(null)
      },
      onPressStart(event) {
        own.onPressStart?.(event)
        setAnchor(null)
      },
      onKeyDown(event) {
        if (event.key === 'Escape' && anchor) setAnchor(null)
        else if (own.onKeyDown) own.onKeyDown(event)
        else event.continuePropagation()
      },
    },
  }
}
