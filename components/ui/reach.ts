/** Makes a small mark as large for a finger as a button, without moving what is around it. */
export const reachClass = 'relative touch:after:absolute touch:after:-inset-2';
