/** The number in what was typed, with a decimal point or a comma, Western or Arabic. NaN, which the contract refuses, for anything else. */
export const numberIn = (typed: string) => Number(typed.trim().replace(/[,٫]/, '.') || Number.NaN)
