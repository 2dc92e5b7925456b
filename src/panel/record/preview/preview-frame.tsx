import { type RefObject, useEffect, useRef, useState } from 'react'
import { type Device, fitFrame } from './fit-frame.ts'
import type { PreviewTarget } from './preview-target.ts'

type PreviewFrameProps = {
  target: Exclude<PreviewTarget, { kind: 'none' }>
  title: string
  device: Device
  /** A change of the record's version reloads the page. */
  version: number
}

/** The page itself, as wide as on the device. */
export function PreviewFrame({ target, title, device, version }: PreviewFrameProps) {
  const stage = useRef<HTMLDivElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  const { scale, width, height } = fitFrame(device, useSize(stage))
  const shownVersion = useRef(version)
  useEffect(() => {
    if (shownVersion.current === version) return
    shownVersion.current = version
    if (frame.current) reload(frame.current)
  }, [version])
  return (
    <div ref={stage} className="preview-stage">
      <div className="preview-sheet" style={{ width: width * scale }}>
        <iframe
          ref={frame}
          className="preview-page"
          title={title}
          src={target.address}
          // Pages of this service run no scripts; those of a frontend must not lead the panel elsewhere.
          {...(target.kind === 'frontend' && {
            sandbox: 'allow-scripts allow-same-origin allow-forms allow-popups',
          })}
          style={{ width, height, transform: `scale(${scale})` }}
          onLoad={({ currentTarget }) => target.kind === 'own' && openLinksInTabs(currentTarget)}
        />
      </div>
    </div>
  )
}

/** A page of this service keeps its place; others may not be reached from here and start at the top. */
function reload(frame: HTMLIFrameElement) {
  try {
    frame.contentWindow!.location.reload()
  } catch {
    frame.src = frame.getAttribute('src')!
  }
}

/** Only previews may be framed: links to other pages open in a tab. */
function openLinksInTabs({ contentDocument }: HTMLIFrameElement) {
  for (const link of contentDocument?.querySelectorAll('a[href]') ?? []) {
    const href = link.getAttribute('href')!
    if (href.startsWith('#') || /[?&]preview=/.test(href)) continue
    link.setAttribute('target', '_blank')
    link.setAttribute('rel', 'noopener')
  }
  for (const form of contentDocument?.querySelectorAll('form') ?? []) form.target = '_blank'
}

function useSize(element: RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 })
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setSize({ width: entry.contentRect.width, height: entry.contentRect.height })
    })
    if (element.current) observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return size
}
