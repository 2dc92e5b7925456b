// The page of the record as it is stored, beside the form, at the widths of a phone, a tablet and a desktop.
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useSchema } from '../../app/api/api.ts'
import type { AnyRecord } from '../../app/api/record-api.ts'
import { websiteOrigin } from '../../app/api/website-origin.ts'
import { Button, ExternalLink, IconButton } from '../../app/design/button.tsx'
import { Dialog } from '../../app/design/dialog.tsx'
import { ProblemNotice } from '../../app/design/problem-notice.tsx'
import { Segments } from '../../app/design/segments.tsx'
import { Waiting } from '../../app/design/spinner.tsx'
import { useLabel, useLanguageName, useWords } from '../../app/words/words-context.tsx'
import { nameOf } from '../../records/record-names.ts'
import { draftOf } from '../state/form-state.ts'
import type { FormValues } from '../state/use-form-values.ts'
import { DEVICES, type Device, fitFrame } from './fit-frame.ts'
import { type PreviewTarget, previewTarget } from './preview-target.ts'
import { ShareDialog } from './share-dialog.tsx'
import { usePreviewLink } from './use-preview-link.ts'

const STORED_AS = 'frontage-preview-device'

type PreviewPaneProps = {
  form: FormValues
  /** Whether the pane stands beside the form; otherwise it is a dialog. */
  isBeside: boolean
  onClose: () => void
}

export function PreviewPane({ form, isBeside, onClose }: PreviewPaneProps) {
  const t = useWords('preview')
  if (!isBeside)
    return (
      <Dialog title={t('preview')} isOpen onClose={onClose} size="large">
        <div className="preview-dialog">
          <PreviewContent form={form} />
        </div>
      </Dialog>
    )
  return (
    <section className="preview-pane card" aria-label={t('preview')}>
      <header className="preview-head">
        <h2>{t('preview')}</h2>
        <IconButton icon="close" size="small" label={t('close_preview')} onPress={onClose} />
      </header>
      <PreviewContent form={form} />
    </section>
  )
}

function PreviewContent({ form }: { form: FormValues }) {
  const t = useWords('preview')
  const label = useLabel()
  const languageName = useLanguageName()
  const languages = useSchema().languages
  const { resource, state, dirty } = form
  const record = state.loaded as AnyRecord
  const [device, setDevice] = useDevice()
  const [shownLanguage, setShownLanguage] = useState(languages[0]!)
  const [isSharing, setSharing] = useState(false)
  const { data: link, error, refetch } = usePreviewLink(resource.name, record)
  const target =
    link &&
    previewTarget(link, websiteOrigin(), shownLanguage === languages[0] ? '' : `lang=${shownLanguage}`)
  return (
    <>
      <div className="preview-tools">
        <Segments
          label={t('preview_width')}
          value={device}
          onChange={setDevice}
          options={(Object.keys(DEVICES) as Device[]).map((id) => ({ id, label: t(id) }))}
        />
        {target?.kind === 'own' && languages.length > 1 && (
          <Segments
            label={t('preview_language')}
            value={shownLanguage}
            onChange={setShownLanguage}
            options={languages.map((id) => ({ id, label: languageName(id) }))}
          />
        )}
        <span className="preview-links">
          {link && (
            <ExternalLink href={target?.kind === 'own' ? target.address : link.url}>
              {t('open_in_tab')}
            </ExternalLink>
          )}
          <Button size="small" icon="link" onPress={() => setSharing(true)}>
            {t('share')}
          </Button>
        </span>
      </div>
      {error && <ProblemNotice error={error} onRetry={() => void refetch()} />}
      {!target && !error && <Waiting />}
      {target?.kind === 'none' && <p className="muted">{t('preview_without_page')}</p>}
      {target && target.kind !== 'none' && (
        <PreviewFrame
          key={target.address}
          target={target}
          title={t('preview_of', { name: nameOf(record, resource, label) })}
          device={device}
          version={`${record.version} ${draftOf(record)?.version}`}
        />
      )}
      <p className="muted small">
        {dirty.length > 0 && t('preview_is_saved_state')}{' '}
        {target?.kind === 'frontend' && t('preview_of_frontend')}
      </p>
      {isSharing && (
        <ShareDialog resource={resource.name} record={record} onClose={() => setSharing(false)} />
      )}
    </>
  )
}

function useDevice(): [Device, (device: Device) => void] {
  const [device, setDevice] = useState<Device>(() => {
    const stored = localStorage.getItem(STORED_AS)
    if (stored !== null && stored in DEVICES) return stored as Device
    return matchMedia('(max-width: 640px)').matches ? 'phone' : 'desktop'
  })
  const choose = (next: Device) => {
    localStorage.setItem(STORED_AS, next)
    setDevice(next)
  }
  return [device, choose]
}

type PreviewFrameProps = {
  target: Exclude<PreviewTarget, { kind: 'none' }>
  title: string
  device: Device
  /** Of the record and its working copy; a change reloads the page. */
  version: string
}

/** The page itself, as wide as on the device. */
function PreviewFrame({ target, title, device, version }: PreviewFrameProps) {
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
          sandbox={sandboxOf(target)}
          style={{ width, height, transform: `scale(${scale})` }}
          onLoad={({ currentTarget }) => target.kind === 'own' && openLinksInTabs(currentTarget)}
        />
      </div>
    </div>
  )
}

// Scripts of the panel's origin could read what the panel holds: pages of this service, which may be rendered into the
// `index.html` of a frontend, run none, and a frontend on the panel's own host is an origin of its own here.
function sandboxOf({ kind, address }: PreviewFrameProps['target']) {
  if (kind === 'own') return 'allow-same-origin allow-forms allow-popups'
  const isForeign = new URL(address, location.href).origin !== location.origin
  return `allow-scripts allow-forms allow-popups${isForeign ? ' allow-same-origin' : ''}`
}

/** A page of this service keeps its place; others may not be reached from here and start at the top. */
function reload(frame: HTMLIFrameElement) {
  try {
    frame.contentWindow!.location.reload()
  } catch {
    frame.src = frame.getAttribute('src')!
  }
}

/** Links to other pages open in a tab: only previews may be framed. */
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
