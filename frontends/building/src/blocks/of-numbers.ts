// One piece of code for the blocks that show numbers: who shows one of them shows others.
export { Funnel } from './funnel.tsx';
export { ComplexIndicator, Indicator } from './indicator.tsx';
export { Speedometer } from './speedometer.tsx';
