// Coordinates and links to maps.
const ZOOM = 16

/** The place on OpenStreetMap. */
export const mapAddress = (latitude: number, longitude: number) =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=${ZOOM}/${latitude}/${longitude}`

const NUMBER = '(-?\\d{1,3}\\.\\d+)'
const PATTERNS = [
  new RegExp(`[?&]mlat=${NUMBER}&mlon=${NUMBER}`),
  new RegExp(`!3d${NUMBER}!4d${NUMBER}`),
  new RegExp(`@${NUMBER},${NUMBER}`),
  new RegExp(`#map=[\\d.]+/${NUMBER}/${NUMBER}`),
  new RegExp(`[?&](?:q|ll|query|destination)=${NUMBER}(?:,|%2C)${NUMBER}`),
  new RegExp(`[?&]latitude=${NUMBER}&longitude=${NUMBER}`),
]

/** The coordinates in a link of Google Maps, OpenStreetMap or Balad; null without any. */
export function coordinatesIn(link: string): { latitude: number; longitude: number } | null {
  for (const pattern of PATTERNS) {
    const found = pattern.exec(link)
    const [latitude, longitude] = [Number(found?.[1]), Number(found?.[2])]
    if (found && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return { latitude, longitude }
  }
  return null
}
