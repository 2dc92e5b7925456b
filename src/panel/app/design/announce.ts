// Texts for screen readers. The regions stand outside of the application, so that open dialogs do not hide them.
const CLEAR_MS = 7_000

const regions = new Map<string, HTMLElement>()

function regionOf(urgency: 'polite' | 'assertive') {
  let region = regions.get(urgency)
  if (!region) {
    region = document.createElement('div')
    region.className = 'visually-hidden'
    region.setAttribute('aria-live', urgency)
    region.setAttribute('role', urgency === 'polite' ? 'status' : 'alert')
    // react-aria leaves elements with this attribute readable beside its dialogs.
    region.dataset.liveAnnouncer = 'true'
    document.body.append(region)
    regions.set(urgency, region)
  }
  return region
}

/** Speaks a result, such as "Saved", without moving the focus. */
export function announce(text: string, urgency: 'polite' | 'assertive' = 'polite') {
  const line = document.createElement('div')
  line.textContent = text
  regionOf(urgency).append(line)
  setTimeout(() => line.remove(), CLEAR_MS)
}

/** Creates the regions, since screen readers overlook what a new region begins with. */
export function prepareAnnouncer() {
  regionOf('polite')
  regionOf('assertive')
}
