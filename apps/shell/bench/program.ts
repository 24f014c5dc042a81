/** The shell itself, for a program that loads it after its shared libraries. */
import '../src/main';
