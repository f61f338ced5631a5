/**
 * Checks how much of the top layer is actually visible. The content of a YouTube frame cannot be checked; it has
 * deadlines of its own.
 */
export function lookAt(root: ParentNode | null): { painted: boolean; position: number | undefined } {
  const layers = root?.querySelectorAll('.layer-seen:not(.layer-below)')
  const layer = layers?.[layers.length - 1]
  if (!layer) return { painted: false, position: undefined }
  const film = layer.querySelector('video')
  if (film) {
    const painted = film.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA && film.videoWidth > 0
    return { painted, position: film.currentTime }
  }
  // The text is there with the first frame, even if a picture beside it is not.
  const notice = layer.querySelector('.notice')
  if (notice) return { painted: notice.hasAttribute('data-fits'), position: undefined }
  const picture = layer.querySelector('img')
  if (picture) return { painted: picture.complete && picture.naturalWidth > 0, position: undefined }
  return { painted: layer.querySelector('iframe, .still') !== null, position: undefined }
}

export function playAgain(root: ParentNode | null): void {
  const films = root?.querySelectorAll<HTMLVideoElement>('.layer-seen video') ?? []
  for (const film of Array.from(films)) {
    film.muted = true
    film.play().catch(() => {})
  }
}

/** Also stops a film that is about to be shown; films that come later are not playing yet. */
export function holdFilms(root: ParentNode): void {
  for (const film of Array.from(root.querySelectorAll('video'))) film.pause()
}
