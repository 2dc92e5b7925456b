// Names the browser and system of a User-Agent header for people. Browsers name each other for compatibility, so the order counts.
const CLIENTS: [RegExp, string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^Bun\//, 'Bun'],
  [/^node\b/, 'Node.js'],
]

const SYSTEMS: [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\b(?:iPhone|iPad|iPod)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (list: [RegExp, string][], text: string) => list.find(([pattern]) => pattern.test(text))?.[1]

/** For example `Firefox, Windows`; at most 40 characters of an unknown one; empty where there is none. */
export function describeUserAgent(userAgent: string): string {
  const names = [nameIn(CLIENTS, userAgent), nameIn(SYSTEMS, userAgent)].filter(Boolean)
  return names.length > 0 ? names.join(', ') : userAgent.slice(0, 40)
}
