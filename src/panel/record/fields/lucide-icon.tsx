/** An icon from its shapes, in the colour of the text. */
export function LucideIcon({ shapes }: { shapes: string }) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">${shapes}</svg>`
  return (
    <span
      className="lucide-icon"
      aria-hidden
      style={{ maskImage: `url("data:image/svg+xml,${encodeURIComponent(svg)}")` }}
    />
  )
}
