import type { WeatherCondition } from '@placard/contract'

// The symbols of the weather, drawn for this project in a square of 64 units. The player, the dashboard and the page to read use
// this one set. A part is filled, or with `width` a line of that width. Its role decides its colour.

export type SymbolRole = 'sun' | 'moon' | 'cloud' | 'far-cloud' | 'water' | 'ice' | 'bolt' | 'fog'
export type SymbolPart = { role: SymbolRole; d: string; width?: number }

/** The side of the square that the symbols are drawn in. */
export const SYMBOL_SIDE = 64

/** @param isNight the sun is below the horizon */
export function weatherSymbol(condition: WeatherCondition, isNight: boolean): SymbolPart[] {
  const sky = (x: number, y: number, r: number) => (isNight ? [moon(x, y, r)] : sun(x, y, r))
  switch (condition) {
    case 'clear':
      return isNight ? [moon(32, 32, 21)] : sun(32, 32, 15)
    case 'fair':
      return [...sky(28, 26, 13), cloud(25, 27, 0.62)]
    case 'partly-cloudy':
      return [...sky(24, 22, 11), cloud(9, 12, 0.92)]
    case 'cloudy':
      return [cloud(26, 3, 0.64, 'far-cloud'), cloud(2, 10, 0.98)]
    case 'fog':
      return [cloud(4, -5, 0.88), line('M10 45h44', 'fog'), line('M16 55h32', 'fog')]
    case 'drizzle':
      return [cloud(2, -5, 0.94), drop(22, 46, 6), drop(33, 50, 6), drop(44, 46, 6)]
    case 'rain':
      return [cloud(2, -6, 0.94), drop(23, 45, 12), drop(34, 45, 12), drop(45, 45, 12)]
    case 'heavy-rain':
      return [cloud(2, -8, 0.94), ...[16, 26, 36, 46].map((x) => drop(x + 2, 42, 16))]
    case 'showers':
      return [...sky(22, 17, 10), cloud(10, 0, 0.84), drop(29, 46, 11), drop(40, 46, 11)]
    case 'sleet':
      return [cloud(2, -6, 0.94), drop(21, 45, 11), flake(34, 51), drop(49, 45, 11)]
    case 'snow':
      return [cloud(2, -6, 0.94), flake(19, 47), flake(32, 54), flake(45, 47)]
    case 'thunder':
      return [
        cloud(2, -6, 0.94),
        { role: 'bolt', d: 'M34 33 22 49h8l-4 13 15-18h-8l5-11z' },
        drop(19, 45, 10),
        drop(50, 45, 10),
      ]
  }
}

function sun(x: number, y: number, r: number): SymbolPart[] {
  const rays = Array.from({ length: 8 }, (_, index) => {
    const angle = (index * Math.PI) / 4
    const [near, far] = [r + 4.5, r + 10]
    const at = (distance: number) => `${round(x + Math.cos(angle) * distance)} ${round(y + Math.sin(angle) * distance)}`
    return `M${at(near)}L${at(far)}`
  })
  return [
    { role: 'sun', d: `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z` },
    { role: 'sun', d: rays.join(''), width: 4 },
  ]
}

/** A crescent that is open towards the upper right. */
function moon(x: number, y: number, r: number): SymbolPart {
  const [fromX, fromY] = [round(x - 0.1 * r), round(y - r)]
  const [toX, toY] = [round(x + r), round(y + 0.2 * r)]
  const inner = round(0.82 * r)
  return {
    role: 'moon',
    d: `M${fromX} ${fromY}A${r} ${r} 0 1 0 ${toX} ${toY}A${inner} ${inner} 0 0 1 ${fromX} ${fromY}z`,
  }
}

/** A cloud that is 48 units wide and 35 high at the scale 1. */
function cloud(x: number, y: number, scale: number, role: SymbolRole = 'cloud'): SymbolPart {
  const s = (value: number) => round(value * scale)
  const arc = (r: number, dx: number, dy: number) => `a${s(r)} ${s(r)} 0 0 1 ${s(dx)} ${s(dy)}`
  const start = `M${round(x + 18 * scale)} ${round(y + 46 * scale)}`
  return { role, d: `${start}${arc(10, -1, -19.9)}${arc(14, 27, -2.5)}${arc(11.3, 1, 22.4)}z` }
}

const drop = (x: number, y: number, length: number): SymbolPart =>
  line(`M${x} ${y}l${round(-0.36 * length)} ${length}`, 'water')

function flake(x: number, y: number): SymbolPart {
  return {
    role: 'ice',
    d: `M${x} ${y - 5.5}v11M${x - 4.8} ${y - 2.8}l9.6 5.6M${x - 4.8} ${y + 2.8}l9.6-5.6`,
    width: 2.8,
  }
}

const line = (d: string, role: SymbolRole): SymbolPart => ({ role, d, width: 4.6 })
const round = (value: number) => Math.round(value * 100) / 100
