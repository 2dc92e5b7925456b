// Tells the operators that something has begun or is over; what is found where is in `operations/alerts`.
import type { WriteDraft } from './mail-draft.ts'
import { fill } from './mail-words.ts'

export const opsAlert: WriteDraft<'ops-alert'> = ({ alert, subject, state, since }, { words, site }) => {
  const { title, hint } = words.alerts[alert === 'backup' && subject === '' ? 'backupAway' : alert]
  const what = fill(title, { subject })
  return {
    subject: fill(state === 'begun' ? words.alertBegun : words.alertOver, { site, what }),
    blocks: [
      { kind: 'text', text: state === 'begun' ? hint : words.alertIsOver },
      // Times of logs are in UTC.
      {
        kind: 'facts',
        rows: [
          { label: words.alertSince, value: `${since.slice(0, 16).replace('T', ' ')} UTC`, isLatin: true },
        ],
      },
    ],
  }
}
