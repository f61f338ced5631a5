import type { Locator } from '@playwright/test'

/**
 * All that is drawn of the words in a notice, a board or a weather item.
 *
 * @returns the smallest letters, as a share of the screen's shorter side; the words that are cut; whether a plate of a corner
 *   piece covers any; the direction
 */
export function measureWords(item: Locator) {
  return item.evaluate((root) => {
    const player = root.closest('.player') as HTMLElement
    const side = Math.min(player.offsetWidth, player.offsetHeight)
    const box = root.getBoundingClientRect()
    const plates = Array.from(root.querySelectorAll('.notice-plate'), (plate) => plate.getBoundingClientRect())
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const letters: number[] = []
    const cut: string[] = []
    let isOver = false
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode
      if (!parent || !textContent?.trim() || !parent.offsetHeight) continue
      letters.push(Number.parseFloat(getComputedStyle(parent).fontSize) / side)
      const range = document.createRange()
      range.selectNodeContents(walker.currentNode)
      for (const { left, right, top, bottom } of Array.from(range.getClientRects())) {
        const isOut = left < box.left - 1 || right > box.right + 1 || top < box.top - 1 || bottom > box.bottom + 1
        if (isOut) cut.push(textContent.trim())
        isOver ||= plates.some(
          (plate) => right > plate.left && left < plate.right && bottom > plate.top && top < plate.bottom,
        )
      }
    }
    return { smallest: Math.min(...letters), cut, isOver, dir: root.getAttribute('dir') }
  })
}
