/** Enlarges the touch area of a small control without moving its surroundings. */
export const reachClass = 'relative touch:after:absolute touch:after:-inset-2';
