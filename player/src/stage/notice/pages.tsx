/** A dot for each page. */
export function Pages({ count, on }: { count: number; on: number }) {
  return (
    <div className="notice-pages">
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: its place is all that a dot has
        <i key={index} className={index === on ? 'notice-page-on' : ''} />
      ))}
    </div>
  )
}
