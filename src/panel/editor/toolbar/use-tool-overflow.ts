import { type RefObject, useLayoutEffect, useState } from 'react'
import { useMediaQuery } from '../../app/design/use-media-query.ts'

/** On these screens a line of tools is swiped instead, as in `editor.css`. */
const SWIPED = '(pointer: coarse), (max-width: 640px)'
/** The width of a button that stands before or behind the tools, with the gap between. */
const BUTTON_WIDTH = 36

/** Hides the tools that do not fit into one line, unless they are shown below it. Returns whether there are such tools. */
export function useToolOverflow(list: RefObject<HTMLElement | null>, isExpanded: boolean): boolean {
  const isSwiped = useMediaQuery(SWIPED)
  const [isTooLong, setTooLong] = useState(false)
  useLayoutEffect(() => {
    const element = list.current!
    const row = element.parentElement!
    const toolsOf = () => [...element.children] as HTMLElement[]
    const measure = () => {
      const tools = toolsOf()
      const { columnGap } = getComputedStyle(element)
      const { paddingInlineStart, paddingInlineEnd } = getComputedStyle(row)
      const room =
        row.clientWidth -
        Number.parseFloat(paddingInlineStart) -
        Number.parseFloat(paddingInlineEnd) -
        (element === row.firstElementChild ? 0 : BUTTON_WIDTH)
      const ends = endsOf(tools, Number.parseFloat(columnGap))
      const isCut = !isSwiped && (ends.at(-1) ?? 0) > room
      const isOneLine = isCut && !isExpanded
      element.toggleAttribute('data-cut', isOneLine)
      for (const [index, tool] of tools.entries())
        tool.toggleAttribute('data-overflows', isOneLine && ends[index]! > room - BUTTON_WIDTH)
      setTooLong(isCut)
    }
    // The name of the style of a paragraph changes the width of its button.
    const sizes = new ResizeObserver(measure)
    for (const observed of [row, ...toolsOf()]) sizes.observe(observed)
    return () => sizes.disconnect()
  }, [list, isExpanded, isSwiped])
  return isTooLong
}

/** The end of each tool if all stand in one line. */
function endsOf(tools: readonly HTMLElement[], gap: number): number[] {
  let end = -gap
  return tools.map((tool) => {
    const { marginInlineStart, marginInlineEnd } = getComputedStyle(tool)
    end += gap + tool.offsetWidth + Number.parseFloat(marginInlineStart) + Number.parseFloat(marginInlineEnd)
    return end
  })
}
