/** A first look, for lists of hundreds: whether the days are over is for `CountdownOver`, which is fetched only then. */
export const hasCountdown = (text: string): boolean => text.includes('{days until ')
