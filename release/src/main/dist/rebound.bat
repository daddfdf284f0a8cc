@echo off
rem Starts Rebound. Needs Java 17 or newer: JAVA_HOME, or java on the PATH.
rem REBOUND_JAVA_OPTIONS: more options of its own JVM. REBOUND_HEAP: its heap, 1g unless said.
setlocal
set "REBOUND_FOLDER=%~dp0"
if "%REBOUND_FOLDER:~-1%"=="\" set "REBOUND_FOLDER=%REBOUND_FOLDER:~0,-1%"
set "REBOUND_JAVA=java"
if defined JAVA_HOME set "REBOUND_JAVA=%JAVA_HOME%\bin\java"
if not defined REBOUND_HEAP set "REBOUND_HEAP=1g"
where "%REBOUND_JAVA%" >nul 2>nul || if not exist "%REBOUND_JAVA%.exe" (
  echo rebound: no Java found. Install a JDK 17 or newer, or set JAVA_HOME. 1>&2
  exit /b 70
)
"%REBOUND_JAVA%" -XX:+UseSerialGC -Xmx%REBOUND_HEAP% -XX:-UsePerfData -Dfile.encoding=UTF-8 -Dpicocli.ansi=tty "-Drebound.home=%REBOUND_FOLDER%" -Dorg.slf4j.simpleLogger.defaultLogLevel=off %REBOUND_JAVA_OPTIONS% -cp "%REBOUND_FOLDER%\lib\*" dev.rebound.cli.Main %*
exit /b %ERRORLEVEL%
