export const DEVICES = { phone: 390, tablet: 820, desktop: 1_280 } as const
export type Device = keyof typeof DEVICES

export type Fit = { scale: number; width: number; height: number }

/** A page of the device's width in the room that there is: wider pages are scaled down, none is scaled up. */
export function fitFrame(device: Device, room: { width: number; height: number }): Fit {
  const width = DEVICES[device]
  const scale = room.width > 0 ? Math.min(1, room.width / width) : 1
  return { scale, width, height: Math.floor(room.height / scale) }
}
